import type { Analytics } from '../open.ts'
import { markAddresses } from '../marks/addresses.ts'
import { markTagDays } from '../marks/days.ts'
import { withLock } from '../locks.ts'
import { type BlockColumn, nativeBlock, widerBlock } from '../query/native/block.ts'
import { sessionColumns, tagsColumn } from '../tables/sessions.ts'
import { BlockRow, type SessionRow } from './row.ts'

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
export type TagsOf = (row: SessionRow) => readonly string[]

const none: TagsOf = () => []

/** Sessions as the engine takes them (query/native/block.ts), one block behind the other; of one origin and one UTC day of first packets, at most a million. */
export interface SessionBlocks {
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

export interface InsertRows extends Append {
  /** Of one origin and one UTC day of first packets, at most a million. */
  rows: readonly SessionRow[]
  /** Whose sources and days are marked; those of `rows` by default. */
  marked?: readonly SessionRow[]
  /** By the product's rules, and by those of its workspace; none by default. */
  tagsOf?: TagsOf
  customTagsOf?: TagsOf
}

const rowColumns: readonly BlockColumn<SessionRow>[] = sessionColumns.map(({ name, type }) => ({
  name,
  type,
  value: (row) => row.value(name),
}))

/** @throws TypeError for a value that its column cannot hold */
export async function sessionBlocks(
  rows: readonly SessionRow[],
  { tagsOf = none, customTagsOf }: Pick<InsertRows, 'tagsOf' | 'customTagsOf'>,
): Promise<SessionBlocks> {
  const tags: BlockColumn<SessionRow>[] = [{ ...tagsColumn, value: tagsOf }]
  if (customTagsOf) tags.push({ ...tagsColumn, name: 'custom_tags', value: customTagsOf })
  const pieces: Uint8Array[] = []
  for (const { body, some } of stretches(rows)) {
    const block = body
      ? widerBlock({ body, columns: rowColumns.length }, some, tags)
      : nativeBlock(some, [...rowColumns, ...tags])
    pieces.push(...(await block))
  }
  return { columns: [...rowColumns, ...tags].map(({ name }) => name), pieces }
}

/** Rows of a block from which on its bytes go on as they are: of fewer, the engine would spend its time on their columns. */
const forwardedFrom = 128

/** Rows in their order, those of whole blocks apart with the bytes of their columns. */
function stretches(rows: readonly SessionRow[]): { body: Buffer | null; some: readonly SessionRow[] }[] {
  const found: { body: Buffer | null; some: readonly SessionRow[] }[] = []
  let from = 0
  const leave = (to: number): void => {
    if (to > from) found.push({ body: null, some: rows.slice(from, to) })
  }
  for (let at = 0; at < rows.length;) {
    const block = wholeBlock(rows, at)
    if (!block) {
      at += 1
      continue
    }
    leave(at)
    from = at + block.count
    found.push({ body: block.body, some: rows.slice(at, from) })
    at = from
  }
  leave(rows.length)
  return found
}

/** The block of which all rows stand from here on, in their order. */
function wholeBlock(rows: readonly SessionRow[], from: number): BlockRow['block'] | null {
  const first = rows[from]
  if (!(first instanceof BlockRow) || first.at !== 0) return null
  const { block } = first
  if (!block.isCurrent || block.count < forwardedFrom) return null
  for (let at = 1; at < block.count; at += 1) {
    const row = rows[from + at]
    if (!(row instanceof BlockRow) || row.block !== block || row.at !== at) return null
  }
  return block
}

export function marksOf(rows: readonly SessionRow[]): SessionMarks {
  const published = rows.filter((row) => row.published && row.direction !== 'backscatter')
  return {
    addresses: [...new Set(published.map(({ sourceIp }) => sourceIp))],
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
export async function insertSessionBlocks(
  analytics: Analytics,
  { blocks, marks, token, within }: Append & { blocks: SessionBlocks | null; marks: SessionMarks },
): Promise<void> {
  if (blocks) {
    const { columns, pieces } = blocks
    const sql = `INSERT INTO {db}.sessions (${columns.join(', ')}) FORMAT Native`
    const append = (): Promise<void> => analytics.app.insertBlock(sql, pieces, { token, settings: oneBlock })
    await (within ? within(append) : withLock(analytics, 'sessions', append, { shared: true }))
  }
  await markAddresses(analytics, marks.addresses)
  for (const host of analytics.hosts) await markTagDays(host, marks.days)
}

/** The same from rows. @throws also TypeError for a value that its column cannot hold (trying again will not help) */
export async function insertRows(
  analytics: Analytics,
  { rows, marked = rows, tagsOf, customTagsOf, ...append }: InsertRows,
): Promise<void> {
  const tags = { ...(tagsOf && { tagsOf }), ...(customTagsOf && { customTagsOf }) }
  const blocks = rows.length > 0 ? await sessionBlocks(rows, tags) : null
  await insertSessionBlocks(analytics, { blocks, marks: marksOf(marked), ...append })
}
