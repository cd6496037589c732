import type { Part } from './parts.ts'

/** A young segment of what changed since the base. */
export interface Delta {
  number: number
  rows: number
  /** Its rows are known to the builder, so that it can be joined with others. */
  joinable: boolean
}

/** Changes are read so many rows at a time, or a part that holds more: some ten megabytes, as slices of a base. */
export const pieceRows = 20_000

/** The first of the parts, as many as are read at a time. */
export function pieceOf(parts: readonly Part[]): Part[] {
  let rows = 0
  return parts.filter((part, at) => (rows += part.rows) <= pieceRows || at === 0)
}

/**
 * From which place on they are joined: the newest ones whose sizes are alike, so that each row is joined a few times only; two at least.
 * @param deltas the oldest first
 */
export function joinedFrom(deltas: readonly Delta[], canBeJoined: (delta: Delta) => boolean): number {
  let from = deltas.length - 1
  for (let sum = 0; from > 0; from -= 1) {
    sum += deltas[from]?.rows ?? 0
    const before = deltas[from - 1]
    if (!before || !canBeJoined(before) || before.rows > 2 * sum) break
  }
  return Math.min(from, deltas.length - 2)
}

const maxFixed = 32

/** Those of a file are never joined, each start may add some, and every answer looks at each: at some time a new base is worth reading. */
export const haveTooManyFixed = (deltas: readonly Delta[]): boolean =>
  deltas.filter(({ joinable }) => !joinable).length > maxFixed
