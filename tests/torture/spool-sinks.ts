import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { DrainUnit } from '#pipeline/drain/units.ts'
import { type EngineAddress, launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'

/** Where the killed process stores, seen from inside: `say` reports what must not be. */
type Sink = (folder: string, say: (line: string) => void) => Promise<(unit: DrainUnit) => Promise<void>>

export type SinkName = 'sqlite' | 'engine'

export const sinks: Record<SinkName, Sink> = {
  /** Stores a unit and its token together or not at all. */
  async sqlite(folder, say) {
    const sink = openSqlite(folder)
    const known = sink.prepare('SELECT sessions FROM tokens WHERE token = ?')
    const token = sink.prepare('INSERT INTO tokens VALUES (?, ?)')
    const session = sink.prepare('INSERT INTO sessions VALUES (?)')
    return async (unit) => {
      const before = known.get(unit.token)
      if (before && before['sessions'] !== unit.sessions.length)
        say(`token ${unit.token} changed its meaning`)
      if (before) return
      sink.exec('BEGIN')
      token.run(unit.token, unit.sessions.length)
      for (const { id } of unit.sessions) session.run(id)
      sink.exec('COMMIT')
    }
  },
  /** The real table with its rollups, in an engine that outlives the killed process. */
  async engine(folder) {
    const launched: EngineAddress = JSON.parse(await readFile(join(folder, 'engine.json'), 'utf8'))
    const analytics = openAnalytics({ launched })
    return ({ sessions, token }) => insertRows(analytics, { rows: sessions, token })
  },
}

/** The same place seen from outside. */
export interface Beheld {
  /** Id of each session stored and how often it is there; what else contradicts itself goes into `wrong`. */
  read(wrong: string[]): Promise<{ id: string; times: number }[]>
  stop(): Promise<void>
}

export const behold: Record<SinkName, (folder: string) => Promise<Beheld>> = {
  async sqlite(folder) {
    const sink = openSqlite(folder)
    return {
      read: async () =>
        sink
          .prepare('SELECT id, count(*) AS times FROM sessions GROUP BY id')
          .all()
          .map((row) => ({ id: String(row['id']), times: Number(row['times']) })),
      stop: async () => sink.close(),
    }
  },
  async engine(folder) {
    const engine = await launchEngine({ dir: join(folder, 'engine'), log: silent })
    const analytics = openAnalytics({ launched: engine })
    await migrate(analytics)
    const { url, header, users } = engine
    await writeFile(join(folder, 'engine.json'), JSON.stringify({ url, header, users }), { mode: 0o600 })
    return {
      async read(wrong) {
        const rows = await analytics.app.run(storedSessions, {})
        const total = rows.reduce((sum, { times }) => sum + times, 0)
        const [rolledUp] = await analytics.app.run(rolledUpSessions, {})
        if (rolledUp?.sessions !== total)
          wrong.push(`rollups count ${rolledUp?.sessions} of ${total} sessions`)
        return rows
      },
      async stop() {
        await analytics.close()
        await engine.stop()
      },
    }
  },
}

const storedSessions = defineQuery({
  name: 'torture: stored sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), times: count }),
  sql: 'SELECT id, count() AS times FROM {db}.sessions GROUP BY id',
  settings: { max_result_rows: 10_000_000 },
})

const rolledUpSessions = defineQuery({
  name: 'torture: rolled up sessions',
  params: z.object({}),
  row: z.object({ sessions: count }),
  sql: 'SELECT sum(sessions) AS sessions FROM {db}.ip_day',
})

function openSqlite(folder: string): DatabaseSync {
  const sink = new DatabaseSync(join(folder, 'sink.db'), { timeout: 5000 })
  sink.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, sessions INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS sessions (id TEXT NOT NULL)`)
  return sink
}
