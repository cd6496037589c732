import { setImmediate } from 'node:timers/promises'
import type { Session } from '#model/session.ts'
import { sessionRow } from './row.ts'

/** Milliseconds of making rows between two looks at what else the process has to do: a session may cost a thousand others. */
const maxSliceMs = 10

/**
 * All rows before the first is sent: one that cannot be made is then no half-sent statement.
 * @param now milliseconds of a clock that never goes back
 */
export async function rowsOf(
  sessions: readonly Session[],
  now: () => number = () => performance.now(),
): Promise<unknown[][]> {
  const rows: unknown[][] = []
  let began = now()
  for (const session of sessions) {
    rows.push(sessionRow(session))
    if (now() - began <= maxSliceMs) continue
    await setImmediate()
    began = now()
  }
  return rows
}
