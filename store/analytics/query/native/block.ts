import { shortSliceMs, slices } from '#model/slices.ts'
import { beginColumn } from './columns.ts'
import { Pieces } from './pieces.ts'

/** A column of a block: its name and type in the engine, and how a row fills it. */
export interface BlockColumn<Row> {
  name: string
  type: string
  value: (row: Row) => unknown
}

/** Rows, and bytes, between two looks at the clock: a row may hold a thousand times what others do. */
const rowsAtOnce = 128
const bytesAtOnce = 65_536

/**
 * Rows in the engine's Native format: one block, column by column, so that what repeats is spelled once and the engine has
 * nothing to take apart. Made whole before anything is sent, and in slices.
 * https://clickhouse.com/docs/interfaces/formats/Native
 * @param now milliseconds of a clock that never goes back
 * @throws TypeError naming the column that cannot hold a value
 */
export async function nativeBlock<Row>(
  rows: readonly Row[],
  columns: readonly BlockColumn<Row>[],
  now?: () => number,
): Promise<Buffer[]> {
  const out = new Pieces()
  out.whole(columns.length)
  out.whole(rows.length)
  await writeColumns(out, rows, columns, now)
  return out.end()
}

/** Columns of so many rows behind what is written already. @param now see `nativeBlock` */
export async function writeColumns<Row>(
  out: Pieces,
  rows: readonly Row[],
  columns: readonly BlockColumn<Row>[],
  now?: () => number,
): Promise<void> {
  const pause = slices(now, shortSliceMs)
  for (const { name, type, value } of columns) {
    const begin = beginColumn[type]
    if (!begin) throw new Error(`Nothing says how ${type} is written, the type of ${name}.`)
    out.text(name)
    out.text(type)
    const writer = begin(out, rows.length)
    let written = out.written
    // By number: an iterator of entries made half of all that is thrown away between a packet and the spool.
    for (let at = 0; at < rows.length; at += 1) {
      try {
        writer.add(value(rows[at]!))
      } catch (error) {
        throw new TypeError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
      if (at % rowsAtOnce !== rowsAtOnce - 1 && out.written - written < bytesAtOnce) continue
      written = out.written
      const over = pause()
      if (over) await over
    }
    writer.end?.()
  }
}
