import { noOlder, type OlderAnswers } from '#model/dispute.ts'
import type { Verdict } from '#model/verdict.ts'
import { changesOf } from './changes.ts'
import { classify, codeOf, deciding, type Reason, verdictMethod } from './rule.ts'
import { sentenceFor } from './sentence.ts'

/**
 * The verdict over an address's tags of the last 90 days and over what others and the operator say of it, with its reasons: deciding ones
 * first, then by sessions, kind and slug. The engine computes the same classification when it writes the IP document, and
 * the same deciding reasons when it logs a change (store/analytics). `lastSeen` is the document's, "" for none; `older` what older answers of
 * the operator set where the one that decides goes.
 */
export const judge = (seen: readonly Reason[], lastSeen = '', older: OlderAnswers = noOlder): Verdict => {
  const classification = classify(seen)
  const decides = deciding(seen)
  const reasons = seen
    .map((reason) => ({ ...reason, decided: decides(reason) }))
    .toSorted(
      (one, two) =>
        Number(two.decided) - Number(one.decided) ||
        two.sessions - one.sessions ||
        (codeOf(one) < codeOf(two) ? -1 : 1),
    )
  const changes = changesOf(classification, reasons, { lastSeen, older })
  return {
    classification,
    method: verdictMethod,
    reasons,
    sentence: sentenceFor(classification, reasons),
    wouldChange: changes.map(({ words }) => words).join(' '),
    changes,
  }
}
