/**
 * What somebody typed into a field before React took the page over. It writes the server's text over that of a larger field (react-dom,
 * initTextarea), though not over that of an input; what follows the typing has heard of neither.
 */
type Field = HTMLInputElement | HTMLTextAreaElement
const typed = new Map<Field, Typed>()

/** The text, and the place in it where the writing goes on; an address of mail tells of none (HTML, 4.10.20). */
type Typed = { text: string; place: number | null }
const noted = ({ value: text, selectionEnd: place }: Field): Typed => ({ text, place })

/** Those one writes in: a box or a choice says the same in its value, ticked or not. */
const isWrittenIn = (field: EventTarget | null): field is Field =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    ['text', 'search', 'email', 'url', 'password', 'number'].includes(field.type))

const onInput = ({ target }: Event): void => {
  if (isWrittenIn(target)) typed.set(target, noted(target))
}

const changedFields = (): Field[] =>
  [...document.querySelectorAll<Field>('textarea, input')].filter(
    (field) => isWrittenIn(field) && field.value !== field.defaultValue,
  )

/** Whether somebody writes, or has written what was not sent: on a page that is loaded anew it would be gone. */
export const isWriting = (): boolean => isWrittenIn(document.activeElement) || changedFields().length > 0

/** Begins to note it, before React takes over. */
export function noteTyped(): void {
  for (const field of changedFields()) typed.set(field, noted(field))
  document.addEventListener('input', onInput, { capture: true })
}

/** Brings it back, once React has taken over, and tells what follows the typing. */
export function restoreTyped(): void {
  document.removeEventListener('input', onInput, { capture: true })
  for (const [field, { text, place }] of typed) {
    // What was changed since, by whoever follows it, stands.
    if (field.value !== text && field.value !== field.defaultValue) continue
    // React tells of a change only where the value is not the one it last saw (react-dom, inputValueTracking).
    const at = field.value === text ? field.selectionEnd : place
    field.value = field.defaultValue
    write(field, text)
    if (at !== null) field.setSelectionRange(at, at)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typed.clear()
}

/** By the browser's own setter: React's, on the field itself, would note the value as seen. */
function write(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
}
