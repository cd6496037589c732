import { parentPort, workerData } from 'node:worker_threads'
import { entriesOf } from '#store/analytics/evidence/actors.ts'
import { readActors } from '../actors/read.ts'
import type { ListSource } from '../source.ts'
import type { ReadList, Reply } from './read-in-worker.ts'
import { readSightings } from './sightings.ts'
import { SourceRefused } from '../refused.ts'

/** The other side of `readListApart`. */
const { kind, bytes } = workerData as { kind: ListSource['kind']; bytes: Uint8Array }

function read(): ReadList {
  if (kind === 'actors') {
    const { actors, skipped } = readActors(bytes)
    return { kind, actors, entries: entriesOf(actors), unreadable: skipped, reserved: 0 }
  }
  const { addresses, unreadable, reserved } = readSightings(bytes)
  return { kind, addresses, entries: addresses.length, unreadable, reserved }
}

function answer(): Reply {
  try {
    return { ok: true, list: read() }
  } catch (error) {
    if (error instanceof SourceRefused) return { ok: false, reason: error.message }
    throw error
  }
}
parentPort?.postMessage(answer(), [])
