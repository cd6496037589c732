import { refuse } from '#model/errors.ts'
import type { Vantage } from '#model/session.ts'
import { daysOfCapture } from '#store/analytics/sessions/days.ts'
import { retag } from '#store/analytics/rebuild/retag.ts'
import { getCapture, setCaptureKind } from '#store/app/captures.ts'
import type { House } from '../context.ts'
import type { Scope } from '../scope.ts'

export interface SetKind {
  id: string
  kind: Vantage
}

/**
 * Says anew what a capture was taken at. Its days are tagged and derived anew before this answers; one that is cut off leaves
 * each day as it was or as it should be, and may be asked for again.
 * @throws Refusal 'not-found' when the workspace has no such capture
 */
export async function setKind(
  house: House & { scope: Extract<Scope, { kind: 'workspace' }> },
  { id, kind }: SetKind,
): Promise<{ id: string; kind: Vantage; days: number }> {
  const { analytics, db, scope, rules } = house
  const capture = await getCapture(db, id)
  if (!capture || capture.workspace !== scope.workspace)
    throw refuse('not-found', `Your workspace has no capture ${id}.`)
  // What still waits in the spool would come in as it was.
  await house.drained()
  const days = await daysOfCapture(analytics, { workspace: scope.workspace, capture: id })
  for (const { origin, day } of days)
    await retag(analytics, {
      origin,
      day,
      tagging: rules.tagging,
      counting: rules.counting,
      taken: { capture: id, at: kind },
    })
  await setCaptureKind(db, { id, workspace: scope.workspace, vantage: kind })
  return { id, kind, days: days.length }
}
