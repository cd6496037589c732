import type { Analytics } from '../open.ts'
import { markAddresses } from '../marks/addresses.ts'
import { markTagDays } from '../marks/days.ts'
import { withLock } from '../locks.ts'
import { type BlockColumn, nativeBlock } from '../query/native/block.ts'
import { joinBlocks } from '../query/native/join.ts'
import { type ReadBlock, readBlock } from '../query/native/read.ts'
import { sessionColumns, tagsColumn } from '../tables/sessions.ts'
import { BlockRow, type RowBlock, type SessionRow } from './row.ts'

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

/** One block, whatever the rows came out of. @throws TypeError for a value that its column cannot hold */
export async function sessionBlock(
  rows: readonly SessionRow[],
  { tagsOf = none, customTagsOf }: Pick<InsertRows, 'tagsOf' | 'customTagsOf'>,
): Promise<SessionBlock> {
  const tags: BlockColumn<SessionRow>[] = [{ ...tagsColumn, value: tagsOf }]
  if (customTagsOf) tags.push({ ...tagsColumn, name: 'custom_tags', value: customTagsOf })
  const columns = [...rowColumns, ...tags]
  const parts = partsOf(rows)
  const pieces = parts.some(({ block }) => block)
    ? joinBlocks(await Promise.all(parts.map(written)), rowColumns, { rows, columns: tags })
    : nativeBlock(rows, columns)
  return { columns: columns.map(({ name }) => name), pieces: await pieces }
}

/** Rows that follow each other; `block` where they are all of one, as it was written. */
interface Part {
  block: RowBlock | null
  rows: readonly SessionRow[]
}

function partsOf(rows: readonly SessionRow[]): Part[] {
  const parts: Part[] = []
  let [from, at] = [0, 0]
  const endBefore = (to: number): void => {
    if (to > from) parts.push({ block: null, rows: rows.slice(from, to) })
  }
  while (at < rows.length) {
    const block = wholeBlock(rows, at)
    if (!block) {
      at += 1
      continue
    }
    endBefore(at)
    from = at + block.rows
    parts.push({ block, rows: rows.slice(at, from) })
    at = from
  }
  endBefore(rows.length)
  return parts
}

/** The block of which all rows stand from here on, in their order. */
function wholeBlock(rows: readonly SessionRow[], from: number): RowBlock | null {
  const first = rows[from]
  if (!(first instanceof BlockRow) || first.at !== 0 || !first.block.isCurrent) return null
  const { block } = first
  for (let at = 1; at < block.rows; at += 1) {
    const row = rows[from + at]
    if (!(row instanceof BlockRow) || row.block !== block || row.at !== at) return null
  }
  return block
}

/** What lies there already, or is written now. */
const written = async ({ block, rows }: Part): Promise<Pick<ReadBlock, 'rows' | 'body'>> =>
  block ?? readBlock(Buffer.concat(await nativeBlock(rows, rowColumns)))

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
  await markAddresses(analytics, marks.addresses, { hasDays: true })
  const alone = !analytics.across
  for (const host of analytics.hosts) await markTagDays(host, marks.days, { alone })
}

/** The same from rows. @throws also TypeError for a value that its column cannot hold (trying again will not help) */
export async function insertRows(
  analytics: Analytics,
  { rows, marked = rows, tagsOf, customTagsOf, ...append }: InsertRows,
): Promise<void> {
  const tags = { ...(tagsOf && { tagsOf }), ...(customTagsOf && { customTagsOf }) }
  const block = rows.length > 0 ? await sessionBlock(rows, tags) : null
  await insertSessionBlock(analytics, { block, marks: marksOf(marked), ...append })
}
