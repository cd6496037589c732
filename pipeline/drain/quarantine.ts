import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '#model/session.ts'
import { replaceFile, syncFolder } from '#store/files/durable.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { dayOf } from '../spool/session-codec.ts'

/**
 * Sessions the store will never take, as NDJSON a person can read: one {"error", "session"} a line, a file for each
 * refused piece, its name telling token and count. A piece that lies there stays as it is: it holds the reason, which a
 * start does not know. A session that was spooled as a line stands there as it was dissected, one of a block as the columns
 * it would have had; both have `id`, `origin` and `firstPacket`.
 */
export interface Quarantine {
  /** Sessions lying there. */
  count(): number
  /** Sessions lying there, by origin, day and batch: "live 2026-03-15" → the first 24 digits of their ids. */
  byDay(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>
  put(token: string, sessions: readonly SessionRow[], error: string): Promise<void>
}

const filePattern = /\.(\d+)\.ndjson$/

export async function openQuarantine(folder: string): Promise<Quarantine> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A process that ended amid `put` may have left a name that a power cut would take.
  await syncFolder(folder)
  const files = new Map<string, number>()
  for (const name of await readdir(folder)) {
    const count = filePattern.exec(name)?.[1]
    if (count) files.set(name, Number(count))
  }
  return {
    count: () => files.values().reduce((sum, count) => sum + count, 0),
    async byDay() {
      const days = new Map<string, Map<string, number>>()
      for (const name of files.keys())
        for (const line of (await readFile(join(folder, name), 'utf8')).split('\n'))
          if (line !== '') countIn(days, line)
      return days
    },
    async put(token, sessions, error) {
      const name = `${token.replaceAll(/[^\w-]/g, '_')}.${sessions.length}.ndjson`
      if (files.has(name)) return
      const lines = sessions.map(
        (row) => `{"error":${JSON.stringify(error.slice(0, 2000))},"session":${row.line()}}\n`,
      )
      await replaceFile(join(folder, name), lines.join(''))
      files.set(name, sessions.length)
    },
  }
}

function countIn(days: Map<string, Map<string, number>>, line: string): void {
  const { session }: { session: Pick<Session, 'id' | 'origin' | 'firstPacket'> } = JSON.parse(line)
  const day = dayOf(session)
  const batches = days.get(day) ?? new Map<string, number>()
  days.set(day, batches)
  const batch = session.id.slice(0, 24)
  batches.set(batch, (batches.get(batch) ?? 0) + 1)
}
