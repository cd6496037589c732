import { sourceName, type Trust } from '#model/evidence.ts'
import { refuse } from '#model/errors.ts'
import { ListRefused } from '#sources/lists/text.ts'
import { readActors } from '#sources/actors/read.ts'
import { readSightings } from '#sources/lists/sightings.ts'
import { writeActors } from '#store/analytics/evidence/actors.ts'
import { type EvidenceSource, listSources } from '#store/analytics/evidence/sources.ts'
import { writeSightings } from '#store/analytics/evidence/sightings.ts'
import type { House } from '../context.ts'
import { ownList } from './own.ts'

export interface ImportList {
  name: string
  kind: EvidenceSource['kind']
  /** What the word of the source does to a verdict; sightings only. */
  trust: Trust
  licence: string
  reference: string
  /** Take it even when it is much shorter than the one that stands. */
  shrink: boolean
  bytes: Uint8Array
}

export interface ImportReceipt {
  name: string
  entries: number
  /** Of the list that stood before; 0 when there was none. */
  before: number
  /** Rows that could not be read or used, and rows of private and reserved ranges. */
  unreadable: number
  reserved: number
}

/** A list that lost more than this share is taken for a broken one. */
const leastShare = 0.1

/**
 * Puts a list in the place of the one of that name, all at once. A broken, empty or suddenly short one changes nothing.
 * @throws Refusal 'invalid-input' with what is wrong, 'conflict' for a much shorter list
 */
export async function importList(house: House, input: ImportList): Promise<ImportReceipt> {
  const { name, kind, licence, reference } = input
  if (!sourceName.test(name) || name === ownList)
    throw refuse(
      'invalid-input',
      `"${name.slice(0, 60)}" cannot name a list: a-z, 0-9 and "-", at most 40, not "${ownList}".`,
    )
  const read = readList(kind, input.bytes)
  const standing = (await listSources(house.analytics)).find((source) => source.name === name)
  if (standing && standing.kind !== kind)
    throw refuse('conflict', `"${name}" is a list of ${standing.kind}: remove it first.`)
  const before = standing?.entries ?? 0
  if (!input.shrink && read.entries < before * leastShare)
    throw refuse(
      'conflict',
      `The list has ${read.entries} entries, the one that stands ${before}: say shrink if that is right.`,
    )
  const about = { name, licence, reference, now: house.clock() }
  if (read.actors) await writeActors(house.analytics, { ...about, actors: read.actors })
  else await writeSightings(house.analytics, { ...about, trust: input.trust, addresses: read.addresses })
  house.log.info({ list: name, kind, entries: read.entries, before }, 'list imported')
  return { name, entries: read.entries, before, unreadable: read.unreadable, reserved: read.reserved }
}

function readList(kind: EvidenceSource['kind'], bytes: Uint8Array) {
  try {
    if (kind === 'actors') {
      const { actors, skipped } = readActors(bytes)
      return { actors, addresses: [], entries: actors.length, unreadable: skipped, reserved: 0 }
    }
    const { addresses, unreadable, reserved } = readSightings(bytes)
    return { actors: null, addresses, entries: addresses.length, unreadable, reserved }
  } catch (error) {
    if (error instanceof ListRefused) throw refuse('invalid-input', error.message)
    throw error
  }
}
