import type { Column, Predicate, Test } from '#gnql/predicate.ts'

/**
 * What a session must hold before a rule can fire at all. Rules that need the same evidence are asked together, and
 * only of the sessions that hold it: most sessions are a single SYN and hold none.
 */
export const evidence = ['telnet', 'ssh', 'tls', 'known', 'ports', 'http', 'payload', 'spoken'] as const
export type Evidence = (typeof evidence)[number]

/** Which sessions hold it, over the columns of `sessions`. Ports are filled in by the compiler. */
export const evidenceSql: Readonly<Record<Exclude<Evidence, 'ports'>, string>> = {
  telnet: 'notEmpty(telnet_lines)',
  ssh: "ssh_client_version != ''",
  tls: 'notEmpty(tls_version)',
  known: "(src_rdns != '' OR src_asn != '')",
  http: 'http_count > 0',
  payload: "src_payload != ''",
  spoken: "(src_payload != '' OR http_count > 0 OR notEmpty(telnet_lines) OR ssh_client_version != '')",
}

const columnEvidence: Readonly<Record<string, readonly Evidence[]>> = {
  telnet_lines: ['telnet', 'spoken'],
  ssh_client_version: ['ssh', 'spoken'],
  tls_version: ['tls'],
  src_rdns: ['known'],
  src_asn: ['known'],
  src_payload: ['payload', 'spoken'],
  http_count: ['http', 'spoken'],
}

/** An empty text or list, or the number 0, does not pass the test: passing it is evidence. */
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

const ofTest = (column: Column, test: Test): ReadonlySet<Evidence> => {
  if (!refusesNothing(column, test)) return new Set()
  // Facts of single requests are kept for the first ones only, but never without a count.
  if (column.name.startsWith('http_') && column.shape === 'text-list') return new Set(['http', 'spoken'])
  return new Set(columnEvidence[column.name])
}

/** Evidence without which the predicate cannot hold. */
export const evidenceOf = (predicate: Predicate): ReadonlySet<Evidence> => {
  if (predicate.kind === 'test') return ofTest(predicate.column, predicate.test)
  if (predicate.kind === 'and')
    return predicate.parts.map(evidenceOf).reduce((all, some) => all.union(some), new Set<Evidence>())
  if (predicate.kind === 'or' && predicate.parts.length > 0)
    return predicate.parts.map(evidenceOf).reduce((all, some) => all.intersection(some))
  return new Set()
}

/** The destination ports outside which the predicate cannot hold; null when any port may do. */
export const portsOf = (predicate: Predicate): ReadonlySet<number> | null => {
  if (predicate.kind === 'test')
    return predicate.column.name === 'dst_port' && predicate.test.op === 'number-equals'
      ? new Set([predicate.test.value])
      : null
  if (predicate.kind === 'and') return predicate.parts.map(portsOf).find((ports) => ports !== null) ?? null
  if (predicate.kind !== 'or' || predicate.parts.length === 0) return null
  const all = predicate.parts.map(portsOf)
  return all.reduce((sum, ports) => sum && ports && sum.union(ports))
}
