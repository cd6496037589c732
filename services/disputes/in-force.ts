import type { AnswerInForce } from '#model/dispute.ts'
import { answersInForce, writeAnswers } from '#store/analytics/evidence/answers.ts'
import type { Deps } from '../context.ts'

/** What of an answer in force may change while it is: when an older one ends or is undone, another follows it. */
export const markOf = ({ id, older: { ifUndone, ifEnded } }: AnswerInForce): string =>
  `${id} ${ifUndone} ${ifEnded}`

/**
 * Brings the answers that documents are made with to what is in force now: after a change, and when one ends. Nothing is written where
 * nothing changed. The application's database says what is in force, so a change that died half-way is finished by the next call.
 * @returns whether anything changed
 */
export async function putInForce({
  analytics,
  installation,
  reports,
  clock,
}: Pick<Deps, 'analytics' | 'installation' | 'reports' | 'clock'>): Promise<boolean> {
  const now = clock()
  const [wanted, written] = await Promise.all([installation.disputes.inForce(now), answersInForce(analytics)])
  const known = new Set(written.map(markOf))
  if (wanted.length === known.size && wanted.every((answer) => known.has(markOf(answer)))) return false
  await writeAnswers(analytics, { answers: wanted, now })
  reports.changed()
  return true
}
