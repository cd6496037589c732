import { withValues } from './conditions.ts'
import { countDocs, withoutHidden } from './doc-id-set.ts'
import type { Segments } from './segments.ts'
import { uncounted } from './steps.ts'
import { equalTo } from './term-dictionary.ts'

/** Values of one column, by the name that predicates use, lower-case. */
export interface ValuesAsked {
  column: string
  values: readonly string[]
}

/** How many documents hold each of those values, in their order; null where a column is not held by its words. */
export function holdersOf({ layers }: Segments, asked: readonly ValuesAsked[]): number[][] | null {
  const counts = asked.map(({ values }) => values.map(() => 0))
  for (const { segment, hidden } of layers) {
    for (const [place, { column: name, values }] of asked.entries()) {
      const column = segment.columns.get(name)
      if (column?.kept !== 'word' && column?.kept !== 'words') return null
      for (const [at, value] of values.entries()) {
        const { all } = withValues(column.postings, segment.size, equalTo(column, value), uncounted)
        counts[place]![at]! += countDocs(withoutHidden(all(), hidden))
      }
    }
  }
  return counts
}
