import type { Session } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { markAddresses } from '../marks/addresses.ts'
import { markTagDays } from '../marks/days.ts'
import { withLock } from '../locks.ts'
import { type BlockColumn, nativeBlock } from '../query/native/block.ts'
import { sessionColumns, tagsColumn } from '../tables/sessions.ts'

/** Everything that could cut the rows into blocks otherwise than last time: the token names whole blocks. */
const oneBlock = {
  insert_deduplicate: 1,
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

/** The slugs of a session's tags, sorted, each once. */
export type TagsOf = (session: Session) => readonly string[]

const none: TagsOf = () => []

export interface InsertSessions {
  /** Of one origin and one UTC day of first packets, at most a million. */
  sessions: readonly Session[]
  /** Whose sources and days are marked; those of `sessions` by default. */
  marked?: readonly Session[]
  /** Names exactly these sessions: a retry with the same token counts once, in `sessions` and in every rollup. */
  token: string
  /** By the product's rules, and by those of its workspace; none by default. */
  tagsOf?: TagsOf
  customTagsOf?: TagsOf
  /** Appends under the lock that keeps out whoever swaps sessions; by default that alone. */
  within?: (append: () => Promise<void>) => Promise<void>
}

/**
 * Appends one unit of sessions with their tags; rollups follow in the same statement, and when all of it stands the
 * published sources are marked for the next refresh of documents. A process that dies in between has not acknowledged
 * the unit: its retry completes what is missing.
 * @throws Refusal "busy" when the engine is away or overloaded (try again with the same token); QueryFailed when it
 * refuses the rows, TypeError for a value that its column cannot hold (trying again will not help)
 */
export async function insertSessions(
  analytics: Analytics,
  { sessions, marked = sessions, token, tagsOf = none, customTagsOf, within }: InsertSessions,
): Promise<void> {
  if (sessions.length > 0) {
    const columns: BlockColumn<Session>[] = [...sessionColumns, { ...tagsColumn, value: tagsOf }]
    if (customTagsOf) columns.push({ ...tagsColumn, name: 'custom_tags', value: customTagsOf })
    const block = await nativeBlock(sessions, columns)
    const sql = `INSERT INTO {db}.sessions (${columns.map(({ name }) => name).join(', ')}) FORMAT Native`
    const append = (): Promise<void> => analytics.app.insertBlock(sql, block, { token, settings: oneBlock })
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
