/** An address as people space it: "192 . 0 . 2 . 1". A space between two digits parts two numbers, and stays. */
export const withoutSpaces = (text: string): string => text.trim().replace(/\s*([.:])\s*/g, '$1')
