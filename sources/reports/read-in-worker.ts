import { Worker } from 'node:worker_threads'
import type { ReadActors } from '../actors/read.ts'
import type { ListSource } from '../source.ts'
import type { ReadSightings } from './sightings.ts'
import { SourceRefused } from '../refused.ts'

export type ReadList = { entries: number; unreadable: number; reserved: number } & (
  | { kind: 'actors'; actors: ReadActors['actors'] }
  | { kind: 'sightings'; addresses: ReadSightings['addresses'] }
)

export type Reply = { ok: true; list: ReadList } | { ok: false; reason: string }

/** Megabytes of the thread's heap; the largest list that is taken fits. */
const heap = 1536

/**
 * Reads a list in a thread of its own: a large one takes seconds, in which the server would stand still, and one that
 * exhausts the thread's memory ends the thread alone.
 * @throws SourceRefused
 */
export async function readReportInWorker(kind: ListSource['kind'], bytes: Uint8Array): Promise<ReadList> {
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: { kind, bytes },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heap },
  })
  const reply = await new Promise<Reply>((resolve) => {
    thread.once('message', resolve)
    thread.once('error', (error) =>
      resolve({ ok: false, reason: `The list cannot be read: ${error.message}` }),
    )
    thread.once('exit', (code) =>
      resolve({ ok: false, reason: `The thread that read it ended with ${code}.` }),
    )
  })
  if (!reply.ok) throw new SourceRefused(reply.reason)
  return reply.list
}
