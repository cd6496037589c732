/**
 * What single bytes mean to the extractors. Text is UTF-8; a byte above 127 belongs to a letter or sign that no address holds, so it
 * separates like a blank does.
 */
export const isDigit = 1
export const isHex = 2
/** Letters, digits and underscore: what glues to an address and makes it part of a longer word. */
export const isWord = 4

/** By byte: the sum of the above. */
export const kinds = new Uint8Array(256)
for (let byte = 48; byte <= 57; byte++) kinds[byte] = isDigit | isHex | isWord
for (let letter = 0; letter < 26; letter++) {
  const kind = letter < 6 ? isHex | isWord : isWord
  kinds[65 + letter] = kind
  kinds[97 + letter] = kind
}
kinds[95] = isWord

export const byte = {
  lineFeed: 10,
  carriageReturn: 13,
  hash: 35,
  percent: 37,
  ampersand: 38,
  open: 40,
  close: 41,
  comma: 44,
  hyphen: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  colon: 58,
  semicolon: 59,
  equals: 61,
  question: 63,
  at: 64,
  openSquare: 91,
  backslash: 92,
  closeSquare: 93,
  tilde: 126,
} as const

/** How many bytes before a place are looked at, and how many after it: no form is longer, whatever the text. */
export const lookBack = 32
export const lookAhead = 320
