/** JSON of a column; null for what is none: one damaged row must not hide the others. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
