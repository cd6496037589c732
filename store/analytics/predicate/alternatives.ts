import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import type { ValuesOf } from './like.ts'

/**
 * Two or more tests of one column, or of the elements of its list, of which one must hold: all `like`, each of one value, or
 * networks of the same length.
 */
export interface AnyOf {
  kind: 'any-of'
  column: Column
  operands: readonly TestOfColumn[]
}

/** Fewer networks stay ranges, which the order of the table serves: it is by address. */
const manyNetworks = 16

type TestOfColumn = Predicate & { kind: 'test' }

/**
 * The operands of an OR. Patterns over one column go together in the place of the first: one walk over the value instead
 * of one a pattern. So do values of one column: one look-up in a set instead of a comparison for each.
 */
export function alternatives(
  operands: readonly Predicate[],
  valuesOf: ValuesOf,
): readonly (Predicate | AnyOf)[] {
  if (operands.length < 2) return operands
  const groups = Map.groupBy(operands, (operand) => groupOf(operand, valuesOf) ?? operand)
  return [...groups].flatMap(([group, members]): readonly (Predicate | AnyOf)[] => {
    const tests = members.filter(isTest)
    const [first, ...others] = tests
    if (typeof group !== 'string' || !first || others.length === 0) return members
    if (networkOf(first.test) && tests.length < manyNetworks) return members
    return [{ kind: 'any-of', column: first.column, operands: tests }]
  })
}

const isTest = (predicate: Predicate): predicate is TestOfColumn => predicate.kind === 'test'

/** Operands with the same answer may go together; undefined for one that stays alone. */
function groupOf(operand: Predicate, valuesOf: ValuesOf = () => undefined): string | undefined {
  if (!isTest(operand)) return undefined
  const { column, test } = operand
  if (test.op === 'like') return valuesOf(column, test.pattern) ? undefined : `${column.name} like`
  if (valueOf(test) !== undefined) return `${column.name} equals`
  const network = networkOf(test)
  return network && `${column.name} in /${network.bits}`
}

/** The one text, or the one address as of `ip-range`, that passes the test; undefined when others pass as well. */
export function valueOf(test: Test): string | undefined {
  if (test.op === 'equals') return test.value
  return test.op === 'ip-range' && test.from === test.to ? test.from : undefined
}

/** The network whose addresses pass the test, its first address as of `ip-range`; undefined for another test, for a range that is no network, and for one address. */
export function networkOf(test: Test): { first: string; bits: number } | undefined {
  if (test.op !== 'ip-range' || test.from === test.to) return undefined
  const [from, to] = [BigInt(`0x${test.from}`), BigInt(`0x${test.to}`)]
  const size = to - from + 1n
  const isNetwork = size > 0n && (size & (size - 1n)) === 0n && from % size === 0n
  return isNetwork ? { first: test.from, bits: 129 - size.toString(2).length } : undefined
}

/** The operands of an AND. Those that exclude what may go together exclude it at once: none of several is "not any of them". */
export function withoutAny(operands: readonly Predicate[]): readonly Predicate[] {
  const excluded = (operand: Predicate): Predicate | undefined =>
    operand.kind === 'not' ? operand.operand : undefined
  const groups = Map.groupBy(operands, (operand) => {
    const inner = excluded(operand)
    return (inner && groupOf(inner)) ?? operand
  })
  return [...groups.values()].flatMap((members) => {
    const together = members.flatMap((member) => excluded(member) ?? [])
    if (together.length < 2) return members
    return [{ kind: 'not', operand: { kind: 'or', operands: together } } satisfies Predicate]
  })
}
