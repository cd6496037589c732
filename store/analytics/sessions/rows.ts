import type { Session } from '#model/session.ts'
import { mapInSlices } from '#model/slices.ts'
import { sessionRow } from './row.ts'

/**
 * All rows before the first is sent: one that cannot be made is then no half-sent statement. In slices, since a session may cost a
 * thousand others.
 * @param beside values of columns that a session does not hold itself
 * @param now milliseconds of a clock that never goes back
 */
export const rowsOf = (
  sessions: readonly Session[],
  beside: (session: Session) => readonly unknown[],
  now?: () => number,
): Promise<unknown[][]> =>
  mapInSlices(sessions, (session) => [...sessionRow(session), ...beside(session)], now)
