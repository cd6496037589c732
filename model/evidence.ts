/**
 * What besides tags takes part in a verdict. The document keeps it as "kind:name"; a tag that decided is written the same
 * way where verdicts are kept ("tag:mirai"). Names are slugs of actors, names of sources, and
 * answers of the operator.
 */
export const evidenceKinds = [
  /** The address lies in a range that the vetted actor publishes or a vetted list names. */
  'range',
  /** The address's reverse name is the vetted actor's and leads back to the address. */
  'name',
  /** A user agent names the actor that a range or a name proves. Says nothing by itself. */
  'agent',
  /** A user agent names an actor that neither range nor name proves, though they would for the real one. */
  'claim',
  /** A source reported the address, and the operator trusts it to that degree. */
  'malicious',
  'suspicious',
  /** A source reported the address, and the operator trusts it with no verdict. */
  'sighting',
  /** The operator set the verdict; the name says to what, and by which answer (model/dispute.ts). */
  'operator',
  /** The operator answered a dispute and set nothing; the name is the answer's. Says nothing by itself. */
  'answer',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]
export type ReasonKind = EvidenceKind | 'tag'

/** What a source's word does to a verdict; the operator says it, source by source. */
export const trusts = ['none', 'suspicious', 'malicious'] as const
export type Trust = (typeof trusts)[number]

/** Names of sources and slugs of actors: they stand in evidence, partitions and queries. */
export const sourceName = /^[a-z0-9][a-z0-9-]{0,39}$/

/** "claim:googlebot" → its two parts; null for a text that is none. */
export function readEvidence(text: string): { kind: EvidenceKind; name: string } | null {
  const colon = text.indexOf(':')
  const kind = evidenceKinds.find((known) => known === text.slice(0, colon))
  return kind === undefined ? null : { kind, name: text.slice(colon + 1) }
}
