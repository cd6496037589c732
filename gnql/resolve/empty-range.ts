import type { Diagnostics } from '../diagnostic.ts'
import type { Bound, Test } from '../predicate.ts'
import { printRange } from '../print.ts'
import type { Range } from '../tree.ts'
import { compareText } from '../values/fold.ts'

/** A range that can be read and holds nothing: mostly its ends stand the wrong way round. */

/** Nothing lies between the ends. */
export function isEmpty(test: Test): boolean {
  switch (test.op) {
    case 'number-range':
      return isCrossed(test, (from, to) => from - to)
    case 'text-range':
      return isCrossed(test, compareText)
    case 'time-range':
      return (test.from ?? 0) >= (test.to ?? Infinity)
    default:
      return false
  }
}

function isCrossed<T>(
  { from, to }: { from?: Bound<T>; to?: Bound<T> },
  compare: (a: T, b: T) => number,
): boolean {
  if (!from || !to) return false
  const order = compare(from.value, to.value)
  return order > 0 || (order === 0 && !(from.inclusive && to.inclusive))
}

export function warnOfEmpty(range: Range, diagnostics: Diagnostics): void {
  const turned = printRange({ ...range, from: range.to, to: range.from })
  diagnostics.hint(range.span, {
    message: 'Nothing lies between these ends; nothing will match.',
    expected: ['the lower end first'],
    suggestion: turned === printRange(range) ? null : turned,
  })
}
