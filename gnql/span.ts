/** A place in the query text; offsets are UTF-16 code units, `end` is exclusive. */
export interface Span {
  start: number
  end: number
}
