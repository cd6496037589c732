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

/** Sessions as the engine takes them (query/native/block.ts); of one origin and one UTC day of first packets, at most a million. */
export interface SessionBlock {
  columns: readonly string[]
  pieces: Uint8Array[]
}

/** What is to be made anew once sessions stand: documents of addresses, and counts of UTC days ("YYYY-MM-DD"). */
export interface SessionMarks {
  addresses: readonly string[]
  days: readonly string[]
}

interface Append {
  /** Names exactly these sessions: a retry with the same token counts once, in `sessions` and in every rollup. */
  token: string
  /** Appends under the lock that keeps out whoever swaps sessions; by default that alone. */
  within?: (append: () => Promise<void>) => Promise<void>
}

export interface InsertSessions extends Append {
  /** Of one origin and one UTC day of first packets, at most a million. */
  sessions: readonly Session[]
  /** Whose sources and days are marked; those of `sessions` by default. */
  marked?: readonly Session[]
  /** By the product's rules, and by those of its workspace; none by default. */
  tagsOf?: TagsOf
  customTagsOf?: TagsOf
}

/** @throws TypeError for a value that its column cannot hold */
export async function sessionBlock(
  sessions: readonly Session[],
  { tagsOf = none, customTagsOf }: Pick<InsertSessions, 'tagsOf' | 'customTagsOf'>,
): Promise<SessionBlock> {
  const columns: BlockColumn<Session>[] = [...sessionColumns, { ...tagsColumn, value: tagsOf }]
  if (customTagsOf) columns.push({ ...tagsColumn, name: 'custom_tags', value: customTagsOf })
  return { columns: columns.map(({ name }) => name), pieces: await nativeBlock(sessions, columns) }
}

export function marksOf(sessions: readonly Session[]): SessionMarks {
  const published = sessions.filter((session) => session.published && session.direction !== 'backscatter')
  return {
    addresses: [...new Set(published.map(({ source }) => source.ip))],
    days: [...new Set(published.map(({ firstPacket }) => new Date(firstPacket).toISOString().slice(0, 10)))],
  }
}

/**
 * Appends one unit of sessions with their tags; rollups follow in the same statement, and when all of it stands the
 * published sources are marked for the next refresh of documents. A process that dies in between has not acknowledged
 * the unit: its retry completes what is missing.
 * @throws Refusal "busy" when the engine is away or overloaded (try again with the same token); QueryFailed when it
 * refuses the rows (trying again will not help)
 */
export async function insertSessionBlock(
  analytics: Analytics,
  { block, marks, token, within }: Append & { block: SessionBlock | null; marks: SessionMarks },
): Promise<void> {
  if (block) {
    const { columns, pieces } = block
    const sql = `INSERT INTO {db}.sessions (${columns.join(', ')}) FORMAT Native`
    const append = (): Promise<void> => analytics.app.insertBlock(sql, pieces, { token, settings: oneBlock })
    await (within ? within(append) : withLock(analytics, 'sessions', append, { shared: true }))
  }
  await markAddresses(analytics, marks.addresses)
  for (const host of analytics.hosts) await markTagDays(host, marks.days)
}

/** The same from sessions. @throws also TypeError for a value that its column cannot hold (trying again will not help) */
export async function insertSessions(
  analytics: Analytics,
  { sessions, marked = sessions, tagsOf, customTagsOf, ...append }: InsertSessions,
): Promise<void> {
  const tags = { ...(tagsOf && { tagsOf }), ...(customTagsOf && { customTagsOf }) }
  const block = sessions.length > 0 ? await sessionBlock(sessions, tags) : null
  await insertSessionBlock(analytics, { block, marks: marksOf(marked), ...append })
}
