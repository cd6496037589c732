import { type RecordTexts, textsOf } from '#store/analytics/ips/texts.ts'
import { recordReader } from './records.ts'
import { compareKeys, firstNotBelow, hexOf, keyOf, placeOf } from '#model/address-keys.ts'
import { type Segment } from './segment.ts'
import { changedList, type SegmentChange } from './segment-list.ts'

/**
 * The records of an index on the server's own thread. Addresses and packed records of a segment lie in memory that all threads
 * share, so a look-up crosses no thread, and waits for no question.
 */
export interface StoredRecords {
  change(change: SegmentChange): void
  /** Another number after every change, of this process's all. */
  generation(): number
  /** The record of an address (four big-endian numbers): null when there is none, undefined without an index. */
  find(key: Uint32Array): StoredRecord | null | undefined
  /** Those of several addresses, ascending; null without an index. */
  findAll(keys: readonly string[]): RecordTexts | null
  /** The first addresses of a stretch that have a record, ascending, as 32 hex digits. */
  between(from: Uint32Array, to: Uint32Array, limit: number): string[]
}

/** One record. */
export interface StoredRecord {
  /** No other record that this process ever held has the same: one that changes lies elsewhere. */
  version: string
  /** Unpacks it, as ips/record.ts writes it. */
  read(): Uint8Array
}

interface Entry extends Pick<Segment, 'keys' | 'removed'> {
  number: number
  /** Numbers of segments begin anew with the threads; these do not. */
  unique: number
  read: (place: number) => Uint8Array
}

let [entriesMade, changes] = [0, 0]

export function openStoredRecords(): StoredRecords {
  let entries: Entry[] = []

  function find(wanted: Uint32Array): StoredRecord | null | undefined {
    if (entries.length === 0) return undefined
    for (let layer = entries.length - 1; layer >= 0; layer -= 1) {
      const { unique, keys, removed, read } = entries[layer]!
      const place = placeOf(keys, wanted)
      if (place >= 0) return { version: `${unique}:${place}`, read: () => read(place) }
      if (placeOf(removed, wanted) >= 0) return null
    }
    return null
  }

  /** Whether a younger segment says nothing of an address of this layer: neither a newer record nor that it is gone. */
  const isNewest = (layer: number, key: Uint32Array): boolean =>
    entries.slice(layer + 1).every(({ keys, removed }) => placeOf(keys, key) < 0 && placeOf(removed, key) < 0)

  function between(from: Uint32Array, to: Uint32Array, limit: number): string[] {
    const found: string[] = []
    for (const [layer, { keys }] of entries.entries()) {
      let missing = limit
      for (let place = firstNotBelow(keys, from); 4 * place < keys.length && missing > 0; place += 1) {
        if (compareKeys(keys, place, to, 0) > 0) break
        if (!isNewest(layer, keys.subarray(4 * place, 4 * place + 4))) continue
        found.push(hexOf(keys, place))
        missing -= 1
      }
    }
    return found.sort().slice(0, limit)
  }

  return {
    find,
    between,
    generation: () => changes,
    change(change) {
      changes += 1
      entries = changedList(entries, change, ({ number, segment: { keys, removed, records } }) => ({
        number,
        unique: (entriesMade += 1),
        keys,
        removed,
        read: recordReader(records),
      }))
    },
    findAll: (keys) =>
      entries.length === 0 ? null : textsOf(keys.flatMap((key) => find(keyOf(key))?.read() ?? [])),
  }
}
