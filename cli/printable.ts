/** Others choose these texts: control and format (direction) characters must not reach the terminal. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** JSON escapes but a part of them by itself. The meaning stays: all others stand inside of strings. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(unprintable, (character) =>
    character === '\n' ? character : character.split('').map(unit).join(''),
  )

const unit = (half: string): string => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`
