import type { Session } from '#model/session.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'
import { sampleSession } from './testing.ts'

/** What tests of the spool do with it: batches of named sessions go in, and their ids come out. */

export const open = (dir: string, more: Partial<SpoolOptions> = {}) =>
  openSpool({ dir, clock: Date.now, minFreeBytes: 0, ...more })

export const sessionIds = (batch: string, count: number): Session[] =>
  Array.from({ length: count }, (_, index) => sampleSession(`${batch}-${index}`))

export async function deliver(spool: Spool, id: string, count = 3): Promise<unknown> {
  const batch = await spool.begin(id)
  if (batch.kind === 'duplicate') return batch.receipt
  await batch.append(sessionIds(id, count))
  await batch.commit({ id, count })
  return 'accepted'
}

/** Takes everything that is there, in order. */
export async function drainIds(spool: Spool): Promise<string[]> {
  const ids: string[] = []
  for (let range = await spool.take(); range; range = await spool.take()) {
    for (const session of await range.sessions()) ids.push(session.id)
    await range.finish()
  }
  return ids
}

/** Ids of the sessions of a batch. */
export const ids = (batch: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${batch}-${index}`)
