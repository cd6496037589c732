import type { Bound, Predicate, Test } from '../predicate.ts'

/** A predicate on one line, for people who read expectations. Times are written as ISO instants. */
export function outline(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'all':
    case 'none':
      return predicate.kind
    case 'not':
      return `not ${nested(predicate.operand)}`
    case 'and':
      return predicate.operands.map(nested).join(' & ')
    case 'or':
      return predicate.operands.map(nested).join(' | ')
    case 'test':
      return `${predicate.column.name} ${outlineTest(predicate.test)}`
  }
}

const nested = (part: Predicate): string =>
  part.kind === 'and' || part.kind === 'or' ? `(${outline(part)})` : outline(part)

function outlineTest(test: Test): string {
  switch (test.op) {
    case 'equals':
      return `= ${test.value}`
    case 'like':
      return `~ ${test.pattern.map((piece) => (typeof piece === 'string' ? piece : piece.wildcard)).join('')}`
    case 'number-equals':
      return `= ${test.value}`
    case 'text-range':
    case 'number-range':
      return `in ${ends(test.from, test.to)}`
    case 'is':
      return `is ${test.value}`
    case 'time-range':
      return `in [${instant(test.from)}, ${instant(test.to)})`
    case 'ip-range':
      return test.from === test.to ? `= ${test.from}` : `in [${test.from}, ${test.to}]`
    case 'ip-in':
      return `in list ${test.list.id}`
    case 'exists':
      return 'exists'
  }
}

const ends = (from?: Bound<string | number>, to?: Bound<string | number>): string =>
  `${from?.inclusive === false ? '{' : '['}${from?.value ?? ''}, ${to?.value ?? ''}${to?.inclusive === false ? '}' : ']'}`

const instant = (seconds: number | undefined): string =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 19)
