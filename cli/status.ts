import { z } from 'zod'
import { accepted, call, type Connection, foreign } from './connection.ts'
import { counted } from './counted.ts'
import { Exit } from './exit.ts'
import { jsonText, printable } from './printable.ts'

/** What /readyz answers (server/run/readiness.ts). */
const readiness = z.object({
  ready: z.boolean(),
  analytics: z.string(),
  database: z.string(),
  sandbox: z.string(),
  ingest: z.object({
    waiting_sessions: z.number(),
    waiting_bytes: z.number(),
    oldest_waiting_seconds: z.number().nullable(),
    stored_sessions: z.number(),
    last_stored: z.string().nullable(),
    quarantined_sessions: z.number(),
    damaged_bytes: z.number(),
    last_error: z.string().nullable(),
  }),
  promises: z.object({
    checked_at: z.string().nullable(),
    batches: z.number(),
    missing_batches: z.number(),
    missing_sessions: z.number(),
    missing: z.array(
      z.object({
        batch: z.string(),
        capture: z.string(),
        name: z.string(),
        days: z.record(z.string(), z.number()),
        sessions: z.number(),
        why: z.string(),
      }),
    ),
    remade_batches: z.number(),
    restored_rows: z.number(),
    databases: z.array(z.string()),
    last_error: z.string().nullable(),
  }),
  parts: z.object({
    checked_at: z.string().nullable(),
    checked: z.number(),
    due: z.number(),
    damaged: z.array(z.object({ table: z.string(), part: z.string(), at: z.string(), outcome: z.string() })),
  }),
  documents: z.object({ last_refresh: z.string().nullable(), last_error: z.string().nullable() }),
  tags: z.object({
    days: z.number().nullable(),
    days_due: z.number().nullable(),
    days_retagged: z.number(),
    working_on: z.string().nullable(),
    last_error: z.string().nullable(),
  }),
  jobs: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['running', 'waiting', 'elsewhere']),
      rounds: z.number(),
      last_error: z.string().nullable(),
    }),
  ),
  demo: z.object({
    loading: z.boolean(),
    storing: z.boolean(),
    parts: z.number(),
    parts_done: z.number(),
    last_error: z.string().nullable(),
  }),
})
export type ServerStatus = z.infer<typeof readiness>

/** @throws Exit when it does not answer, or not like a server of ours */
export async function readStatus(connection: Connection): Promise<ServerStatus> {
  const answer = await call(connection, '/readyz')
  const parsed = readiness.safeParse(answer.body)
  if (parsed.success) return parsed.data
  accepted(answer)
  if (z.strictObject({ ready: z.boolean() }).safeParse(answer.body).success)
    throw new Exit('failed', `${connection.url} shows its status only to its operator: give an API key.`)
  throw foreign(connection)
}

/** Sessions accepted and not yet stored; null when the server does not tell this caller. */
export async function waitingSessions(connection: Connection): Promise<number | null> {
  try {
    return (await readStatus(connection)).ingest.waiting_sessions
  } catch (error) {
    if (error instanceof Exit) return null
    throw error
  }
}

/**
 * `noisefloor status`: what waits, what was stored, what was set aside.
 * @throws Exit 'failed' when the server is not ready, so that scripts can ask
 */
export async function status(connection: Connection, json: boolean): Promise<void> {
  const found = await readStatus(connection)
  if (json) console.log(jsonText(found, 2))
  else for (const line of linesOf(found)) console.log(line)
  if (!found.ready) throw new Exit('failed', 'The server is not ready.')
}

/** One fact a line; what needs a person's eye says so. */
export function linesOf(status: ServerStatus): string[] {
  const { ready, analytics, database, sandbox, ingest, promises, parts, documents, tags, jobs, demo } = status
  const oldest = ingest.oldest_waiting_seconds
  const facts: [string, string][] = [
    ['ready', ready ? 'yes' : 'no'],
    ['analytics', analytics],
    ['database', database],
    [
      'sandbox',
      sandbox === 'nothing'
        ? 'none: this system has no Landlock, so the analytics engine can read every file its user can'
        : '',
    ],
    [
      'waiting',
      `${counted(ingest.waiting_sessions, 'session')}, ${counted(ingest.waiting_bytes, 'byte')}${oldest === null ? '' : `, the oldest for ${oldest} s`}`,
    ],
    [
      'stored',
      `${counted(ingest.stored_sessions, 'session')} since the start${ingest.last_stored === null ? '' : `, last at ${ingest.last_stored}`}`,
    ],
    [
      'records',
      documents.last_refresh === null ? 'not refreshed yet' : `refreshed at ${documents.last_refresh}`,
    ],
    ['tags', tagsLine(tags)],
    ['demo', demo.loading || demo.storing ? demoLine(status) : ''],
    [
      'quarantine',
      ingest.quarantined_sessions === 0
        ? 'empty'
        : `${counted(ingest.quarantined_sessions, 'session')} that can never be stored: see spool/quarantine in the data folder`,
    ],
    [
      'damaged',
      ingest.damaged_bytes === 0
        ? 'nothing'
        : `${counted(ingest.damaged_bytes, 'byte')} of the spool at the start`,
    ],
    ['promises', promisesLine(promises)],
    ...promises.missing.map(({ name, batch, days, why }): [string, string] => [
      'missing',
      `${name || batch}: ${daysLine(days)}; ${why || 'being restored from its capture'}. Send the capture again to restore it.`,
    ]),
    ...promises.databases.map((text): [string, string] => ['repaired', text]),
    ['parts', partsLine(parts)],
    ...parts.damaged.map(({ table, part, at, outcome }): [string, string] => [
      'damaged part',
      `${part} of ${table}, found ${at}: ${outcome}`,
    ]),
    ['jobs', jobsLine(jobs)],
    [
      'last error',
      [
        ingest.last_error,
        ...jobs.map(({ name, last_error }) => (last_error === null ? null : `${name}: ${last_error}`)),
      ]
        .filter((text) => text !== null)
        .join('; '),
    ],
  ]
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.padEnd(14)}${printable(value)}`)
}

/** Where the load of the demo data stands. */
export function demoLine({ demo, ingest }: Pick<ServerStatus, 'demo' | 'ingest'>): string {
  const { loading, storing, parts, parts_done: done, last_error: error } = demo
  if (!loading && storing)
    return `accepted; ${counted(ingest.waiting_sessions, 'session is', 'sessions are')} still being stored`
  if (!loading) return done === 0 ? 'no demo data' : 'demo data is loaded'
  const percent = parts === 0 ? 0 : Math.round((100 * done) / parts)
  return printable(`loading, ${percent}%${error === null ? '' : `; trying again after: ${error}`}`)
}

/** How far stored days follow the rules. */
function tagsLine({
  days,
  days_due: due,
  days_retagged: retagged,
  working_on: now,
  last_error: error,
}: ServerStatus['tags']): string {
  if (days === null || due === null) return 'not looked at yet'
  const status =
    due === 0
      ? `${days === 1 ? 'the one day' : `all ${days} days`} match the rules`
      : `${due} of ${counted(days, 'day')} to be checked`
  const done = retagged === 0 ? '' : `, ${retagged} tagged again since the start`
  const failed = error === null ? '' : `; trying again after: ${error}`
  return `${status}${done}${now === null ? '' : `, now ${now}`}${failed}`
}

/** Work in the background: what is at it now, and how much of it other servers do. */
function jobsLine(jobs: ServerStatus['jobs']): string {
  const running = jobs.filter(({ state }) => state === 'running').map(({ name }) => name)
  const elsewhere = jobs.filter(({ state }) => state === 'elsewhere').length
  return [
    `${counted(jobs.length - elsewhere, 'job')} here`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} on another server`]),
    ...(running.length === 0 ? [] : [`running: ${running.join(', ')}`]),
  ].join(', ')
}

function promisesLine({
  checked_at: at,
  batches,
  missing_batches: missing,
  ...rest
}: ServerStatus['promises']): string {
  const remade = rest.remade_batches === 0 ? '' : `, ${rest.remade_batches} restored since the start`
  if (at === null) return 'not compared yet'
  const state =
    missing === 0
      ? 'nothing is missing'
      : `${counted(rest.missing_sessions, 'session')} of ${counted(missing, 'batch', 'batches')} ${rest.missing_sessions === 1 ? 'is' : 'are'} missing`
  return `${counted(batches, 'batch', 'batches')} compared at ${at}: ${state}${remade}`
}

/** "12 sessions of live 2026-03-15". */
const daysLine = (days: Record<string, number>): string =>
  Object.entries(days)
    .map(([day, sessions]) => `${counted(sessions, 'session')} of ${day}`)
    .join(', ')

const partsLine = ({ checked_at: at, checked, due }: ServerStatus['parts']): string =>
  at === null ? `${checked} checked, ${due} to go` : `all checked at ${at}`
