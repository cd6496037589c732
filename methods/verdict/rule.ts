import { type OperatorVerdict, readWordName } from '#model/dispute.ts'
import type { EvidenceKind } from '#model/evidence.ts'
import type { Classification, Intention } from '#model/tag.ts'
import type { VerdictReason } from '#model/verdict.ts'

/** Version of docs/methods/verdict.md; a change of the rule is a new version. */
export const verdictMethod = 'verdict/3'

/** What speaks for or against an address within the window, as the IP document holds it. */
export type Reason = Omit<VerdictReason, 'decided'>
/** A tag of the catalogue has no kind. */
type Judged = Pick<Reason, 'category' | 'intention'> & Partial<Pick<Reason, 'kind'>>

/** A line of the rule: any one reason of that intention decides, of some lines only one of these categories. */
export interface Line {
  classification: Classification
  intention: Intention
  categories: readonly Reason['category'][] | null
  /** Of the operator's own word, and of nothing else; other lines do not ask it. */
  isOperators: boolean
}

const ofOperator = { categories: null, isOperators: true } as const
const ofOthers = { categories: null, isOperators: false } as const

/** The rule of docs/methods/verdict.md: the first line that holds. None: unknown. */
export const lines: readonly Line[] = [
  // Who runs this server has heard what the address's owner says, and answers for it by a public note. There is one such word at most.
  { ...ofOperator, classification: 'benign', intention: 'benign' },
  { ...ofOperator, classification: 'malicious', intention: 'malicious' },
  { ...ofOperator, classification: 'suspicious', intention: 'suspicious' },
  { ...ofOperator, classification: 'unknown', intention: 'unknown' },
  // Proof of a vetted organisation, by a tag, a range or a confirmed name: the only thing else that clears an address.
  {
    classification: 'benign',
    intention: 'benign',
    categories: ['actor', 'search_engine'],
    isOperators: false,
  },
  { ...ofOthers, classification: 'malicious', intention: 'malicious' },
  { ...ofOthers, classification: 'suspicious', intention: 'suspicious' },
]

/** Those that tags may meet. */
export const tagLines: readonly Line[] = lines.filter(({ isOperators }) => !isOperators)

/** What each verdict that the operator sets says. */
export const intentionSet: Readonly<Record<OperatorVerdict, Intention>> = {
  benign: 'benign',
  malicious: 'malicious',
  suspicious: 'suspicious',
  unknown: 'unknown',
  none: 'unknown',
}

/**
 * What each kind of reason that is no tag says, but for the operator's, which says it in its name. The first two come with the actor's category,
 * all from `malicious` on with `others`.
 */
export const intentionOf: Readonly<Record<Exclude<EvidenceKind, 'operator'>, Intention>> = {
  range: 'benign',
  name: 'benign',
  agent: 'unknown',
  claim: 'suspicious',
  malicious: 'malicious',
  suspicious: 'suspicious',
  sighting: 'unknown',
  answer: 'unknown',
}

/** What a piece of evidence says. */
export function intentionIn({ kind, name }: { kind: EvidenceKind; name: string }): Intention {
  if (kind !== 'operator') return intentionOf[kind]
  const word = readWordName(name)
  return word ? intentionSet[word.verdict] : 'unknown'
}

const holds = ({ intention, categories, isOperators }: Line, reason: Judged): boolean =>
  isOperators === (reason.kind === 'operator') &&
  reason.intention === intention &&
  (categories === null || categories.includes(reason.category))

/** The line that decides; undefined where none does. */
const lineOf = (reasons: readonly Judged[]): Line | undefined =>
  lines.find((line) => reasons.some((reason) => holds(line, reason)))

export const classify = (reasons: readonly Judged[]): Classification =>
  lineOf(reasons)?.classification ?? 'unknown'

/** Which of the reasons decide, as a test of each. */
export function deciding(reasons: readonly Judged[]): (reason: Judged) => boolean {
  const line = lineOf(reasons)
  return (reason) => line !== undefined && holds(line, reason)
}

/** "tag:mirai": how a reason is written down. */
export const codeOf = ({ kind, slug }: Pick<Reason, 'kind' | 'slug'>): string => `${kind}:${slug}`
