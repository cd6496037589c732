import type { SourceInput } from '../unpack.ts'
import type { NetworkRows } from '../../ranges/rows.ts'
import type { MmdbValue } from './decode.ts'
import { walkMmdb } from './walk.ts'

/** A member of a record by its path; undefined where there is none. */
export function memberOf(
  record: MmdbValue | undefined,
  ...path: readonly (string | number)[]
): MmdbValue | undefined {
  let found: MmdbValue | undefined = record
  for (const step of path) {
    if (typeof found !== 'object' || found instanceof Uint8Array) return undefined
    found = Array.isArray(found) ? found[step as number] : found[step as string]
  }
  return found
}

export const textOf = (record: MmdbValue, ...path: readonly (string | number)[]): string => {
  const found = memberOf(record, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** Adds every network of a MMDB for whose record `say` has a value; each record is asked about once. */
export function addMmdb(input: SourceInput, rows: NetworkRows, say: (record: MmdbValue) => string): void {
  const said = new Map<number, string>()
  walkMmdb(input.bytes, (network, record, offset) => {
    const value = said.get(offset) ?? say(record)
    if (said.size < 1_000_000) said.set(offset, value)
    // A network too wide to be anybody's is left out.
    if (value !== '') rows.add(network, value)
  })
}
