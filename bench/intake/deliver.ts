import type { Session } from '#model/session.ts'
import type { Spool } from '#pipeline/spool/spool.ts'

export interface Load {
  /** Sessions a batch. */
  size: number
  /** Who deliver at once, each one batch after the other. */
  senders: number
  batches: number
}

export interface Delivered {
  sessions: number
  seconds: number
  /** Milliseconds from the first byte of a batch to its acknowledgement. */
  p50: number
  p99: number
  /** Processor seconds of this process. */
  cpu: number
}

/** How a batch is made durable. */
export type Deliver = (id: string, sessions: readonly Session[]) => Promise<void>

export const intoSpool =
  (spool: Spool): Deliver =>
  async (id, sessions) => {
    const batch = await spool.begin(id)
    if (batch.kind !== 'open') throw new Error(`The batch ${id} is known.`)
    try {
      await batch.append(sessions)
      await batch.commit({ id })
    } catch (error) {
      await batch.abort()
      throw error
    }
  }

/** Batches are made before the clock starts. */
export async function deliverAll(
  deliver: Deliver,
  made: readonly { id: string; sessions: readonly Session[] }[],
  senders: number,
): Promise<Delivered> {
  const waits: number[] = []
  let next = 0
  const before = process.cpuUsage()
  const began = performance.now()
  const sender = async (): Promise<void> => {
    for (let one = made[next++]; one; one = made[next++]) {
      const asked = performance.now()
      await deliver(one.id, one.sessions)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  waits.sort((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
  const sessions = made.reduce((sum, one) => sum + one.sessions.length, 0)
  return { sessions, seconds, p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1e6 }
}
