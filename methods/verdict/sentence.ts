import { readWordName } from '#model/dispute.ts'
import type { Classification } from '#model/tag.ts'
import type { VerdictReason } from '#model/verdict.ts'

export const list = (names: readonly string[]): string => {
  const [first, second, ...more] = names
  if (first === undefined) return ''
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`
}

export const namesOf = (reasons: readonly VerdictReason[]): string[] => [
  ...new Set(reasons.map(({ name }) => name)),
]

/** One session may show several tags, so the counts of several are not added up. */
const shown = (tags: readonly VerdictReason[]): string => {
  const [only, ...others] = tags
  if (!only) return ''
  if (others.length === 0)
    return `${only.sessions} session${only.sessions === 1 ? '' : 's'} showed ${only.name}`
  return `its sessions showed ${list(tags.map(({ name, sessions }) => `${name} (${sessions})`))}`
}

/** What speaks against the address, ours before theirs. */
const against = (deciding: readonly VerdictReason[]): string => {
  const of = (...kinds: VerdictReason['kind'][]) => deciding.filter(({ kind }) => kinds.includes(kind))
  const [claims, reports] = [of('claim'), of('malicious', 'suspicious')]
  const says = reports.length === 1 ? 'reports it and is trusted' : 'report it and are trusted'
  return [
    shown(of('tag')),
    claims.length === 0 ? '' : `its user agent says ${list(namesOf(claims))}, which it is not`,
    reports.length === 0 ? '' : `${list(namesOf(reports))} ${says} for that`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** ", which outweighs 2 other tags": how many of the reasons that say so did not decide. */
function despite(
  reasons: readonly VerdictReason[],
  intentions: readonly VerdictReason['intention'][],
): string {
  const outranked = reasons.filter(({ decided, intention }) => !decided && intentions.includes(intention))
  if (outranked.length === 0) return ''
  const what = outranked.every(({ kind }) => kind === 'tag') ? 'tag' : 'reason'
  return `, which outweighs ${outranked.length} other ${what}${outranked.length === 1 ? '' : 's'}`
}

/** What the operator set; the note stands beside it, since it may say anything. */
function bySet(
  classification: Classification,
  word: VerdictReason,
  reasons: readonly VerdictReason[],
): string {
  const isNone = readWordName(word.slug)?.verdict === 'none'
  const name = isNone ? 'No verdict' : `${classification.charAt(0).toUpperCase()}${classification.slice(1)}`
  const on = word.operator ? ` on ${word.operator.at.slice(0, 10)}` : ''
  const others = (['malicious', 'suspicious', 'benign'] as const).filter((one) => one !== classification)
  return `${name}: set by the operator${on}${despite(reasons, others)}.`
}

/** One plain sentence. */
export function sentenceFor(classification: Classification, reasons: readonly VerdictReason[]): string {
  const deciding = reasons.filter(({ decided }) => decided)
  const word = deciding.find(({ kind }) => kind === 'operator')
  if (word) return bySet(classification, word, reasons)
  switch (classification) {
    case 'benign':
      return `Benign: the address is proved to belong to ${list(namesOf(deciding))}${despite(reasons, ['malicious', 'suspicious'])}.`
    case 'malicious':
      return `Malicious: ${against(deciding)}.`
    case 'suspicious':
      return `Suspicious: ${against(deciding)}, and nothing worse.`
    case 'unknown':
      return 'Unknown: nothing seen from this address says whether it means harm.'
  }
}
