/**
 * The first characters of a text, as a text of their own where any are left out: a slice would hold the whole of it in memory (V8), and
 * what is booked of facts (limits.keptBytes) would be less than what is held.
 */
export const cut = (text: string, length: number): string =>
  text.length > length ? copied(text.slice(0, length)) : text

/** A part of a line that is kept with others of it; as a text of its own where `rest` of the line, which nobody books, is much. */
export const partOfLine = (part: string, rest: number): string =>
  rest > little && part.length >= slice ? copied(part) : part

/** Characters: less than a text of its own costs beside what it holds. */
const little = 64

/** Shorter parts are never slices (V8, SlicedString::kMinLength). */
const slice = 13

/** UTF-16, so that every text stays what it is. */
export const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
