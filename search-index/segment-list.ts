import type { Segment } from './segment.ts'

/** How the segments of an index change; segments are known by numbers. */
export type SegmentChange =
  /** A new base under the segments that are named, which stay; without it nothing is left. */
  | { kind: 'base'; number: number; segment: Segment; keep: number[] }
  | { kind: 'push'; number: number; segment: Segment }
  /** Takes the place of neighbours. */
  | { kind: 'join'; number: number; segment: Segment; of: number[] }
  | { kind: 'drop' }

/** The list after a change, oldest first. `entry`: what is kept of the segment that came. */
export function changedList<Entry extends { number: number }>(
  list: readonly Entry[],
  change: SegmentChange,
  entry: (change: { number: number; segment: Segment }) => Entry,
): Entry[] {
  switch (change.kind) {
    case 'base':
      return [entry(change), ...list.filter(({ number }) => change.keep.includes(number))]
    case 'push':
      return [...list, entry(change)]
    case 'join':
      return list.toSpliced(
        list.findIndex(({ number }) => number === change.of[0]),
        change.of.length,
        entry(change),
      )
    case 'drop':
      return []
  }
}
