import { type Condition, nothing, or, withValues } from './conditions.ts'
import { countDocs, withoutHidden } from './doc-id-set.ts'
import { truncatedField } from './fields.ts'
import type { Segment } from './segment.ts'
import type { Steps } from './steps.ts'
import { equalTo } from './term-dictionary.ts'

/** How many documents hold only a part of one of those lists at least. `hidden`: those that newer segments supersede. */
export const countTruncatedIn = (
  layers: readonly { segment: Segment; hidden: Uint32Array | null }[],
  lists: readonly string[],
  steps: Steps,
): number =>
  layers.reduce(
    (sum, { segment, hidden }) =>
      sum + countDocs(withoutHidden(truncatedIn(segment, lists, steps).all(), hidden)),
    0,
  )

function truncatedIn({ columns, size }: Segment, lists: readonly string[], steps: Steps): Condition {
  const column = columns.get(truncatedField)
  if (column?.kept !== 'words') return nothing
  const each = lists.map((list) => withValues(column.postings, size, equalTo(column, list), steps))
  return or(each, size)
}
