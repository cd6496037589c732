import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '#model/session.ts'
import { replaceFile } from '#store/files/durable.ts'
import { sessionLine } from '../spool/session-codec.ts'

/**
 * Sessions the store will never take, as NDJSON a person can read: one {"error", "session"} a line, a file for each
 * refused piece, its name telling token and count. Writing the same piece again replaces its file.
 */
export interface Quarantine {
  /** Sessions lying there. */
  count(): number
  put(token: string, sessions: readonly Session[], error: string): Promise<void>
}

const filePattern = /\.(\d+)\.ndjson$/

export async function openQuarantine(folder: string): Promise<Quarantine> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = new Map<string, number>()
  for (const name of await readdir(folder)) {
    const count = filePattern.exec(name)?.[1]
    if (count) files.set(name, Number(count))
  }
  return {
    count: () => files.values().reduce((sum, count) => sum + count, 0),
    async put(token, sessions, error) {
      const name = `${token.replaceAll(/[^\w-]/g, '_')}.${sessions.length}.ndjson`
      const lines = sessions.map(
        (session) => `{"error":${JSON.stringify(error.slice(0, 2000))},"session":${sessionLine(session)}}\n`,
      )
      await replaceFile(join(folder, name), lines.join(''))
      files.set(name, sessions.length)
    },
  }
}
