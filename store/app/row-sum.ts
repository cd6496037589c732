import { crc32 } from 'node:zlib'

/** A row with its checksum; null in rows of releases that wrote none. */
export type Summed = Readonly<Record<string, unknown>> & { readonly sum: number | null }

/** `last_used` is written on the way of a request and worth nothing. */
const leftOut = ['sum', 'last_used']

/** The checksum of a row, over its values in the order of their names. A migration that adds a column makes them anew. */
export const sumOf = (row: Readonly<Record<string, unknown>>): number =>
  crc32(
    JSON.stringify(
      Object.entries(row)
        .filter(([name]) => !leftOut.includes(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** The row with its checksum. */
export const summed = <T extends Readonly<Record<string, unknown>>>(row: T): T & { sum: number } => ({
  ...row,
  sum: sumOf(row),
})

/** Whether a row is what was written: SQLite tells damaged pages, not flipped values, and a value may be flipped into another valid one. */
export const isIntactRow = (row: Summed): boolean => row.sum === null || row.sum === sumOf(row)
