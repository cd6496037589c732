import { shortSliceMs, slices } from '#model/slices.ts'
import { type BlockColumn, writeColumns } from './block.ts'
import { Cursor } from './cursor.ts'
import { joinColumn } from './join-columns.ts'
import { Pieces } from './pieces.ts'
import type { ReadBlock } from './read.ts'

type Joined = Pick<ReadBlock, 'rows' | 'body'>

/**
 * Blocks of the same columns as one block, with more columns behind them. What is stored under a token is known by the token and the number of
 * its blocks: it has to be one, however its rows came.
 * @param columns names and types of what is in the blocks, in their order
 * @param more written for all rows, in the order of the blocks
 * @throws RangeError, and what `nativeBlock` throws
 */
export async function joinBlocks<Row>(
  blocks: readonly Joined[],
  columns: readonly { name: string; type: string }[],
  more: { rows: readonly Row[]; columns: readonly BlockColumn<Row>[] },
): Promise<Buffer[]> {
  const pause = slices(undefined, shortSliceMs)
  const cursors = blocks.map(({ body }) => new Cursor(body))
  const values = blocks.map(({ rows }) => rows)
  const out = new Pieces()
  out.whole(columns.length + more.columns.length)
  out.whole(more.rows.length)
  for (const { name, type } of columns) {
    for (const cursor of cursors)
      if (cursor.text() !== name || cursor.text() !== type)
        throw new RangeError('Blocks of other columns cannot be joined.')
    out.text(name)
    out.text(type)
    const join = joinColumn[type]
    if (!join) throw new Error(`Nothing says how ${type} is joined, the type of ${name}.`)
    join(out, { cursors, values })
    const over = pause()
    if (over) await over
  }
  await writeColumns(out, more.rows, more.columns)
  return out.end()
}
