import type { Classification } from '#model/tag.ts'
import type { VerdictReason } from '#model/views.ts'

/** What speaks for or against an address within the window, as the IP document holds it. */
export type Reason = Omit<VerdictReason, 'decided'>
type Judged = Pick<Reason, 'category' | 'intention'>

/** Proof of a vetted organisation, by a tag, a range or a confirmed name: the only thing that clears an address. */
const clears = ({ category, intention }: Judged): boolean =>
  intention === 'benign' && (category === 'actor' || category === 'search_engine')

/** The rule of docs/methods/verdict.md: the first line that holds. */
export const classify = (reasons: readonly Judged[]): Classification => {
  if (reasons.some(clears)) return 'benign'
  if (reasons.some(({ intention }) => intention === 'malicious')) return 'malicious'
  if (reasons.some(({ intention }) => intention === 'suspicious')) return 'suspicious'
  return 'unknown'
}

export const decides = (classification: Classification, reason: Reason): boolean =>
  classification === 'benign'
    ? clears(reason)
    : classification !== 'unknown' && reason.intention === classification

/** "tag:mirai": how a reason is written down. */
export const codeOf = ({ kind, slug }: Pick<Reason, 'kind' | 'slug'>): string => `${kind}:${slug}`
