/** The values of a stored record (record.ts) as the texts they are stored as, none of them read. */
export interface Values {
  /** How many there are: a record that an earlier release wrote has fewer. */
  count: number
  /** JSON of the value of the column at this place. */
  at(place: number): string
}

const [quote, backslash, comma, open, close, openTuple, closeTuple] = Array.from('"\\,[]{}', (letter) =>
  letter.charCodeAt(0),
)

/** @param record a JSON list as the engine writes it, without spaces between its values */
export function valuesOf(record: string): Values {
  /** Where each value begins; behind the last one where a further one would. */
  const starts: number[] = [1]
  let depth = 0
  for (let at = 1; at < record.length; at += 1) {
    const letter = record.charCodeAt(at)
    if (letter === quote) at = endOfText(record, at)
    else if (letter === open || letter === openTuple) depth += 1
    else if (letter === close || letter === closeTuple) depth -= 1
    else if (letter === comma && depth === 0) starts.push(at + 1)
  }
  starts.push(record.length)
  return {
    count: starts.length - 1,
    at(place) {
      const [start, end] = [starts[place]!, starts[place + 1]! - 1]
      // Most lists and texts are empty: nothing is made of those.
      if (end - start === 2) {
        const first = record.charCodeAt(start)
        if (first === open) return '[]'
        if (first === quote) return '""'
      }
      return record.slice(start, end)
    },
  }
}

/** The quote that ends a text. */
function endOfText(record: string, from: number): number {
  for (let end = record.indexOf('"', from + 1); end >= 0; end = record.indexOf('"', end + 1)) {
    let before = end - 1
    while (record.charCodeAt(before) === backslash) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  throw new SyntaxError('A text of a record does not end.')
}
