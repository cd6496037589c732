/** Of several ways to say something the first that is no longer than the question; nothing when none is. */
export function largestWithin(length: number, ways: readonly (readonly string[])[]): Buffer | null {
  for (const lines of ways) {
    const said = Buffer.from(lines.join('\r\n'), 'latin1')
    if (said.length <= length) return said
  }
  return null
}
