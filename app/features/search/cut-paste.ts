import { useState } from 'react'
import { withCommas } from '#model/numbers.ts'

/** Characters of a field of the search. */
export const maxTyped = 4096

type Field = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>

/** Whether more comes of what is pasted than the field takes, which counts the end of a line as one character (HTML 4.10.11). */
export function isCutIn({ value, selectionStart, selectionEnd }: Field, pasted: string): boolean {
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
  return value.length - replaced + pasted.replaceAll('\r\n', '\n').length > maxTyped
}

/** Whether what the field holds now came of pasting. */
export const isPasted = (event: Event): boolean =>
  'inputType' in event && event.inputType === 'insertFromPaste'

/** Browsers cut what is pasted to `maxlength` (HTML 4.10.18.3) and tell nobody. `look` before, and `clear` once it is something else. */
export function useCutPaste() {
  const [isCut, setCut] = useState(false)
  return {
    said: isCut
      ? `Only ${withCommas(maxTyped)} characters fit into this field: the rest of what was pasted is missing.`
      : '',
    look: (field: Field, pasted: string): void => setCut(isCutIn(field, pasted)),
    clear: (): void => setCut(false),
  }
}
