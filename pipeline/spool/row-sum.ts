import type { SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'

type Value = SQLOutputValue | undefined

/** The checksum of a row of the batch index, over its values; numbers count alike, however they were read. */
export const sumOf = (values: readonly Value[]): number =>
  crc32(JSON.stringify(values.map((value) => (typeof value === 'bigint' ? Number(value) : value))))

/** Whether a written checksum is that of these values; rows of older releases have none to fail. */
export const isSum = (written: Value, values: readonly Value[]): boolean =>
  written === null || Number(written) === sumOf(values)
