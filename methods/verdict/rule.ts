import type { EvidenceKind } from '#model/evidence.ts'
import type { Classification, Intention } from '#model/tag.ts'
import type { VerdictReason } from '#model/verdict.ts'

/** Version of docs/methods/verdict.md; a change of the rule is a new version. */
export const verdictMethod = 'verdict/2'

/** What speaks for or against an address within the window, as the IP document holds it. */
export type Reason = Omit<VerdictReason, 'decided'>
type Judged = Pick<Reason, 'category' | 'intention'>

/** A line of the rule: any one reason of that intention decides, of some lines only one of these categories. */
export interface Line {
  classification: Exclude<Classification, 'unknown'>
  intention: Intention
  categories: readonly Reason['category'][] | null
}

/** The rule of docs/methods/verdict.md: the first line that holds. None: unknown. */
export const lines: readonly Line[] = [
  // Proof of a vetted organisation, by a tag, a range or a confirmed name: the only thing that clears an address.
  { classification: 'benign', intention: 'benign', categories: ['actor', 'search_engine'] },
  { classification: 'malicious', intention: 'malicious', categories: null },
  { classification: 'suspicious', intention: 'suspicious', categories: null },
]

/** What each kind of reason that is no tag says. The first two come with the actor's category, the last three with `others`. */
export const intentionOf: Readonly<Record<EvidenceKind, Intention>> = {
  range: 'benign',
  name: 'benign',
  agent: 'unknown',
  claim: 'suspicious',
  malicious: 'malicious',
  suspicious: 'suspicious',
  sighting: 'unknown',
}

const holds = ({ intention, categories }: Line, reason: Judged): boolean =>
  reason.intention === intention && (categories === null || categories.includes(reason.category))

export const classify = (reasons: readonly Judged[]): Classification =>
  lines.find((line) => reasons.some((reason) => holds(line, reason)))?.classification ?? 'unknown'

export const decides = (classification: Classification, reason: Reason): boolean =>
  lines.some((line) => line.classification === classification && holds(line, reason))

/** "tag:mirai": how a reason is written down. */
export const codeOf = ({ kind, slug }: Pick<Reason, 'kind' | 'slug'>): string => `${kind}:${slug}`
