import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { type Precondition, type KnownPreconditions, knownPreconditions } from './known-preconditions.ts'

/** An empty text or list, or the number 0, does not pass the test: passing it is a precondition. */
const refusesNothing = ({ shape }: Column, test: Test): boolean => {
  if (shape === 'text-list') return true
  if (test.op === 'exists') return shape === 'text'
  if (test.op === 'equals') return test.value !== ''
  if (test.op === 'like')
    return test.pattern.some((piece) => typeof piece === 'string' || piece.wildcard === '?')
  if (test.op === 'number-equals') return test.value > 0
  if (test.op === 'number-range')
    return (test.from?.value ?? -1) >= 0 && !(test.from?.inclusive && test.from.value === 0)
  return false
}

type EvidenceOf<Name extends string> = KnownPreconditions<Name>['names'][number]

/** Tells the preconditions without which a predicate cannot hold. */
export const preconditionsAmong = <Name extends string>({ ofColumn }: KnownPreconditions<Name>) => {
  const needed = (predicate: Predicate): ReadonlySet<EvidenceOf<Name>> => {
    if (predicate.kind === 'test') {
      const { column, test } = predicate
      return new Set(refusesNothing(column, test) ? ofColumn.get(column.name) : [])
    }
    if (predicate.kind === 'and')
      return predicate.operands
        .map(needed)
        .reduce((all, some) => all.union(some), new Set<EvidenceOf<Name>>())
    if (predicate.kind === 'or' && predicate.operands.length > 0)
      return predicate.operands.map(needed).reduce((all, some) => all.intersection(some))
    return new Set()
  }
  return needed
}

export const preconditionsOf: (predicate: Predicate) => ReadonlySet<Precondition> =
  preconditionsAmong(knownPreconditions)

/** The destination ports outside which the predicate cannot hold; null when any port may do. */
export const portsOf = (predicate: Predicate): ReadonlySet<number> | null => {
  if (predicate.kind === 'test')
    return predicate.column.name === 'dst_port' && predicate.test.op === 'number-equals'
      ? new Set([predicate.test.value])
      : null
  if (predicate.kind === 'and') return predicate.operands.map(portsOf).find((ports) => ports !== null) ?? null
  if (predicate.kind !== 'or' || predicate.operands.length === 0) return null
  const all = predicate.operands.map(portsOf)
  return all.reduce((sum, ports) => sum && ports && sum.union(ports))
}
