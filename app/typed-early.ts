/**
 * What somebody typed into a larger field before React took the page over: it writes the server's text over it (react-dom, initTextarea),
 * though over that of an input it does not.
 */
const typed = new Map<HTMLTextAreaElement, string>()

function note(field: EventTarget | null): void {
  if (field instanceof HTMLTextAreaElement) typed.set(field, field.value)
}
const onInput = ({ target }: Event): void => note(target)

/** Begins to note it, before React takes over. */
export function noteTyped(): void {
  for (const field of document.querySelectorAll('textarea'))
    if (field.value !== field.defaultValue) note(field)
  document.addEventListener('input', onInput, { capture: true })
}

/** Brings it back, once React has taken over. */
export function restoreTyped(): void {
  document.removeEventListener('input', onInput, { capture: true })
  for (const [field, text] of typed) {
    if (field.value === text) continue
    field.value = text
    // What follows the typing has not heard of it.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  typed.clear()
}
