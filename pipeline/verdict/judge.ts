import type { Verdict, VerdictReason } from '#model/views.ts'
import type { Classification } from '#model/tag.ts'

/** Version of docs/methods/verdict.md; a change of the rule below is a new version. */
export const method = 'verdict/1'

/** A tag of an address within the window, as the IP document holds it. */
export type TagSeen = Omit<VerdictReason, 'decided'>

/** A vetted organisation, known by its own names or networks: the only thing that clears an address. */
const clears = ({ category, intention }: TagSeen): boolean =>
  intention === 'benign' && (category === 'actor' || category === 'search_engine')

const classify = (tags: readonly TagSeen[]): Classification => {
  if (tags.some(clears)) return 'benign'
  if (tags.some(({ intention }) => intention === 'malicious')) return 'malicious'
  if (tags.some(({ intention }) => intention === 'suspicious')) return 'suspicious'
  return 'unknown'
}

const decides = (classification: Classification, tag: TagSeen): boolean =>
  classification === 'benign' ? clears(tag) : classification !== 'unknown' && tag.intention === classification

const list = (names: readonly string[]): string => {
  const [first, second, ...more] = names
  if (first === undefined) return ''
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`
}

/** One session may show several tags, so the counts of several are not added up. */
const shown = (deciding: readonly TagSeen[]): string => {
  const [only, ...others] = deciding
  if (only && others.length === 0)
    return `${only.sessions} session${only.sessions === 1 ? '' : 's'} showed ${only.name}`
  return `its sessions showed ${list(deciding.map(({ name, sessions }) => `${name} (${sessions})`))}`
}

const sentenceFor = (
  classification: Classification,
  deciding: readonly TagSeen[],
  outranked: number,
): string => {
  const names = list(deciding.map(({ name }) => name))
  switch (classification) {
    case 'benign': {
      const despite =
        outranked === 0 ? '' : `, which outweighs ${outranked} other tag${outranked === 1 ? '' : 's'}`
      return `Benign: the address is proved to belong to ${names}${despite}.`
    }
    case 'malicious':
      return `Malicious: ${shown(deciding)}.`
    case 'suspicious':
      return `Suspicious: ${shown(deciding)}, and nothing worse.`
    case 'unknown':
      return 'Unknown: nothing seen from this address says whether it means harm.'
  }
}

const wouldChangeFor = (classification: Classification): string => {
  switch (classification) {
    case 'benign':
      return 'It changes when its reverse name or network no longer proves who runs it.'
    case 'malicious':
      return 'It changes when the last of these sessions is 90 days old, or when the address is proved to belong to a vetted organisation.'
    case 'suspicious':
      return 'It becomes malicious with one session that only an attacker would make, and unknown when the last of these sessions is 90 days old.'
    case 'unknown':
      return 'One session with a tag that is malicious or suspicious changes it, and so does proof that a vetted organisation runs the address.'
  }
}

/**
 * The verdict over an address's tags of the last 90 days, with its reasons: deciding tags first, then by sessions and
 * slug. The engine computes the same classification when it writes the IP document (store/analytics/documents).
 */
export const judge = (tags: readonly TagSeen[]): Verdict => {
  const classification = classify(tags)
  const reasons = tags
    .map((tag) => ({ ...tag, decided: decides(classification, tag) }))
    .toSorted(
      (one, two) =>
        Number(two.decided) - Number(one.decided) ||
        two.sessions - one.sessions ||
        (one.slug < two.slug ? -1 : 1),
    )
  const deciding = reasons.filter(({ decided }) => decided)
  return {
    classification,
    method,
    reasons,
    sentence: sentenceFor(
      classification,
      deciding,
      reasons.filter(
        (reason) => !reason.decided && reason.intention !== 'unknown' && reason.intention !== 'benign',
      ).length,
    ),
    wouldChange: wouldChangeFor(classification),
  }
}
