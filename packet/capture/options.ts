import { u16 } from './window.ts'

export interface Option {
  code: number
  /** Where its value begins. */
  value: number
  length: number
}

const endOfOptions = 0

/** The options in `bytes[at..end)` (draft-ietf-opsawg-pcapng §3.5), up to their end or the first that cannot be. */
export function* optionsIn(bytes: Uint8Array, at: number, end: number, little: boolean): Generator<Option> {
  for (let option = at; option + 4 <= end;) {
    const code = u16(bytes, option, little)
    const length = u16(bytes, option + 2, little)
    const value = option + 4
    if (code === endOfOptions || value + length > end) return
    yield { code, value, length }
    option = value + length + ((4 - (length % 4)) % 4)
  }
}
