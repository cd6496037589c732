import { Refusal } from '#model/errors.ts'
import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { insertSessions, type Tagging } from '#store/analytics/sessions/insert.ts'
import { notStored } from '#store/analytics/sessions/stored.ts'
import type { DrainUnit } from './units.ts'

/**
 * Stores a unit. Where an attempt may have come before (`again`), what is stored is left out: the engine's own memory of
 * tokens lies in a file without a checksum.
 */
export async function storeUnit(
  analytics: Analytics,
  unit: DrainUnit,
  again: boolean,
  tagging: (sessions: readonly Session[]) => Tagging,
): Promise<void> {
  const sessions = again || unit.again ? await missingOf(analytics, unit) : unit.sessions
  await insertSessions(analytics, {
    sessions,
    marked: unit.sessions,
    token: unit.token,
    tagging: tagging(sessions),
  })
}

/** An engine that cannot say is asked again: the sessions are not to blame. */
async function missingOf(analytics: Analytics, unit: DrainUnit): Promise<readonly Session[]> {
  try {
    return await notStored(analytics, unit)
  } catch (error) {
    throw new Refusal('busy', { message: `The store cannot say what it has: ${String(error)}` })
  }
}
