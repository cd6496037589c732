import type { Session } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import type { Fragment } from '../query/define.ts'
import { markAddresses } from '../marks/addresses.ts'
import { markTagDays } from '../marks/days.ts'
import { withLock } from '../locks.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { rowsOf } from './rows.ts'

/** An expression over the columns of `sessions` that yields the slugs of a session's tags as Array(String). */
export type Tagging = Fragment

/** No rules: every session stays untagged. */
export const noTagging: Tagging = { sql: 'emptyArrayString()', params: {} }

/**
 * Everything that could cut the rows into blocks otherwise than last time: the token names whole blocks. Sessions are tagged
 * in blocks of a mebibyte, since what tagging takes grows with its block, and put together again before they are written.
 */
const oneBlock = {
  input_format_max_block_size_bytes: 1_048_576,
  insert_deduplicate: 1,
  insert_select_deduplicate: 1,
  // Without it an INSERT … SELECT that lacks a total order forgets its token.
  deduplicate_insert_select: 'enable_even_for_bad_queries',
  deduplicate_blocks_in_dependent_materialized_views: 1,
  parallel_view_processing: 0,
  max_threads: 1,
  max_insert_threads: 1,
  input_format_parallel_parsing: 0,
  max_block_size: 1_048_576,
  max_insert_block_size: 1_048_576,
  min_insert_block_size_rows: 1_048_576,
  min_insert_block_size_bytes: 0,
}

const structure = sessionColumns
  .map(({ name, type }) => `${name} ${type.replaceAll("'", String.raw`\'`)}`)
  .join(', ')
const names = sessionColumns.map(({ name }) => name).join(', ')

const input = `input('${structure}')`

/** The same expression with parameters of other names, to stand beside another tagging in one statement. */
export const apart = ({ sql, params }: Tagging): Tagging => ({
  sql: sql.replaceAll(/\{(\w+):/g, '{own_$1:'),
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [`own_${name}`, value])),
})

/** The statement that appends sessions: they are tagged inside the engine, on their way into the table. */
const statement = (tagging: Tagging, own?: Tagging): string =>
  own
    ? `
INSERT INTO {db}.sessions (${names}, custom_tags, tags)
SELECT ${names}, custom_tags, arraySort(arrayDistinct(${tagging.sql})) AS tags
FROM (SELECT ${names}, arraySort(arrayDistinct(${own.sql})) AS custom_tags FROM ${input}) FORMAT JSONCompactEachRow`
    : `
INSERT INTO {db}.sessions (${names}, tags)
SELECT ${names}, arraySort(arrayDistinct(${tagging.sql})) AS tags
FROM ${input} FORMAT JSONCompactEachRow`

export interface InsertSessions {
  /** Of one origin and one UTC day of first packets, at most a million. */
  sessions: readonly Session[]
  /** Whose sources and days are marked; those of `sessions` by default. */
  marked?: readonly Session[]
  /** Names exactly these sessions: a retry with the same token counts once, in `sessions` and in every rollup. */
  token: string
  tagging: Tagging
  /** The own rules of the workspace that all of the sessions are of. */
  own?: Tagging
  /** Appends under the lock that keeps out whoever swaps sessions; by default that alone. */
  within?: (append: () => Promise<void>) => Promise<void>
}

/**
 * Appends one unit of sessions with their tags; rollups follow in the same statement, and when all of it stands the
 * published sources are marked for the next refresh of documents. A process that dies in between has not acknowledged
 * the unit: its retry completes what is missing.
 * @throws Refusal "busy" when the engine is away or overloaded (try again with the same token); QueryFailed when it
 * refuses the rows or the tagging (trying again will not help)
 */
export async function insertSessions(
  analytics: Analytics,
  { sessions, marked = sessions, token, tagging, own, within }: InsertSessions,
): Promise<void> {
  if (sessions.length > 0) {
    const rows = await rowsOf(sessions)
    const second = own && apart(own)
    const params = { ...tagging.params, ...second?.params }
    const append = (): Promise<void> =>
      analytics.app.insertThrough(statement(tagging, second), params, rows, { token, settings: oneBlock })
    await (within ? within(append) : withLock(analytics, 'sessions', append, { shared: true }))
  }
  const published = marked.filter((session) => session.published && session.direction !== 'backscatter')
  await markAddresses(
    analytics,
    published.map((session) => session.source.ip),
  )
  const days = published.map(({ firstPacket }) => new Date(firstPacket).toISOString().slice(0, 10))
  for (const host of analytics.hosts) await markTagDays(host, days)
}
