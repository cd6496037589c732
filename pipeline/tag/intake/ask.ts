import { matches } from '#gnql/match.ts'
import type { Bound, Column, Predicate, Test } from '#gnql/predicate.ts'
import { compareText } from '#gnql/values/fold.ts'
import { passOf } from './pattern.ts'
import type { ReadColumns, SessionReader } from './session-reader.ts'

/** Whether a predicate holds for the session that is being read: the same as gnql/match.ts says of it. */
export type Ask = (reader: SessionReader) => boolean

interface Written {
  ask: Ask
  /** What asking costs, roughly: of several conditions the cheapest is asked first. */
  cost: number
}

/** A predicate as a function; the columns that it reads are entered in `columns`. */
export const askOf = (predicate: Predicate, columns: ReadColumns): Ask => write(predicate, columns).ask

/** A predicate as functions of which one must hold: asked one after the other, so that others may be served in between. */
export const alternativesOf = (predicate: Predicate, columns: ReadColumns): readonly Ask[] =>
  predicate.kind === 'or'
    ? inOrder(predicate.operands, columns).map(({ ask }) => ask)
    : [askOf(predicate, columns)]

function write(predicate: Predicate, columns: ReadColumns): Written {
  switch (predicate.kind) {
    case 'all':
      return { ask: () => true, cost: 0 }
    case 'none':
      return { ask: () => false, cost: 0 }
    case 'not': {
      const { ask, cost } = write(predicate.operand, columns)
      return { ask: (reader) => !ask(reader), cost }
    }
    case 'and':
      return every(inOrder(predicate.operands, columns))
    case 'or':
      return some(inOrder(predicate.operands, columns))
    case 'test':
      return writeTest(predicate.column, predicate.test, columns)
  }
}

const inOrder = (parts: readonly Predicate[], columns: ReadColumns): Written[] =>
  parts.map((part) => write(part, columns)).toSorted((left, right) => left.cost - right.cost)

const sum = (parts: readonly Written[]): number => parts.reduce((whole, { cost }) => whole + cost, 0)

function every(parts: readonly Written[]): Written {
  const asks = parts.map(({ ask }) => ask)
  const ask: Ask = (reader) => {
    for (const one of asks) if (!one(reader)) return false
    return true
  }
  return { ask, cost: sum(parts) }
}

function some(parts: readonly Written[]): Written {
  const asks = parts.map(({ ask }) => ask)
  const ask: Ask = (reader) => {
    for (const one of asks) if (one(reader)) return true
    return false
  }
  return { ask, cost: sum(parts) }
}

type Scalar = Exclude<Test, { op: 'exists' }>

/** Whether one value, in the form that the reader gives it in, passes. */
type Pass<Value> = (value: Value) => boolean

function writeTest(column: Column, test: Test, columns: ReadColumns): Written {
  switch (column.shape) {
    case 'text': {
      if (test.op === 'exists') {
        const sent = columns.numberAsItIs(column.name)
        return { ask: (reader) => (reader.get(sent) ?? '') !== '', cost: 1 }
      }
      const pass = textPass(test)
      if (!pass) return never
      const at = columns.numberOf(column)
      const ask: Ask = (reader) => {
        const value = reader.get(at) as string | null
        return value !== null && pass(value)
      }
      return { ask, cost: test.op === 'equals' ? 2 : 5 }
    }
    case 'text-list': {
      if (test.op === 'exists') break
      const pass = textPass(test)
      if (!pass) return never
      const at = columns.numberOf(column)
      const ask: Ask = (reader) => {
        for (const value of reader.get(at) as readonly string[]) if (pass(value)) return true
        return false
      }
      return { ask, cost: test.op === 'equals' ? 5 : 10 }
    }
    case 'number': {
      const pass = test.op === 'exists' ? null : numberPass(test)
      if (!pass) break
      const at = columns.numberOf(column)
      const ask: Ask = (reader) => {
        const value = reader.get(at)
        return typeof value === 'number' && pass(value)
      }
      return { ask, cost: 1 }
    }
    case 'boolean': {
      if (test.op !== 'is') break
      const at = columns.numberOf(column)
      return { ask: (reader) => reader.get(at) === test.value, cost: 1 }
    }
    case 'ip': {
      if (test.op !== 'ip-range') break
      const { from, to } = test
      const at = columns.numberOf(column)
      const ask: Ask = (reader) => {
        const digits = reader.get(at) as string | null
        return digits !== null && digits >= from && digits <= to
      }
      return { ask, cost: 1 }
    }
  }
  return plainly(column, test, columns)
}

const never: Written = { ask: () => false, cost: 0 }

/** What no rule of ours asks often, as the plain matcher reads it. */
function plainly({ name, shape }: Column, test: Test, columns: ReadColumns): Written {
  const [list = ''] = shape.startsWith('pair-') ? name.split('.') : [name]
  const at = columns.numberAsItIs(list)
  const predicate: Predicate = { kind: 'test', column: { name, shape }, test }
  return { ask: (reader) => matches(predicate, { [list]: reader.get(at) }), cost: 20 }
}

/** null for a test that no text passes. */
function textPass(test: Scalar): Pass<string> | null {
  if (test.op === 'equals') return (value) => value === test.value
  if (test.op === 'like') return passOf(test.pattern)
  if (test.op === 'text-range') return rangePass(test, compareText)
  return null
}

function numberPass(test: Scalar): Pass<number> | null {
  if (test.op === 'number-equals') return (value) => value === test.value
  if (test.op === 'number-range') return rangePass(test, (left, right) => left - right)
  return null
}

function rangePass<Value>(
  { from, to }: { from?: Bound<Value>; to?: Bound<Value> },
  compare: (left: Value, right: Value) => number,
): Pass<Value> {
  return (value) => {
    const low = from ? compare(value, from.value) : 1
    const high = to ? compare(value, to.value) : -1
    return (from?.inclusive ? low >= 0 : low > 0) && (to?.inclusive ? high <= 0 : high < 0)
  }
}
