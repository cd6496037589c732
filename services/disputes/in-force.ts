import { answersInForce, writeAnswers } from '#store/analytics/evidence/answers.ts'
import type { Deps } from '../context.ts'

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
  const known = new Set(written.map(({ id }) => id))
  if (wanted.length === known.size && wanted.every(({ id }) => known.has(id))) return false
  await writeAnswers(analytics, { answers: wanted, now })
  reports.changed()
  return true
}
