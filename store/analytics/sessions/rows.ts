import type { Session } from '#model/session.ts'
import { mapInSlices } from '#model/slices.ts'
import { sessionRow } from './row.ts'

/**
 * All rows before the first is sent: one that cannot be made is then no half-sent statement. In slices, since a session may cost a
 * thousand others.
 * @param now milliseconds of a clock that never goes back
 */
export const rowsOf = (sessions: readonly Session[], now?: () => number): Promise<unknown[][]> =>
  mapInSlices(sessions, sessionRow, now)
