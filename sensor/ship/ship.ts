import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { batchBytes } from '#model/sensor/protocol.ts'
import { Backoff } from '../connection/backoff.ts'
import { type Batch, putBatch, receiptOfBatch, Refused } from '../connection/calls.ts'
import type { Connection } from '../connection/connection.ts'
import type { Spool } from '../spool/spool.ts'
import type { StoredSegment } from '../spool/stored.ts'

/** How sending goes, for the checks. */
export interface Shipping {
  /** Since when nothing was taken although something waits; null while all is well. */
  failingSince: number | null
  error: unknown
}

/** Answers after which the same batch would be refused again: not ours any more, too large, no capture. */
const final = new Set([401, 413, 422])

/** Sends the oldest first, until told to end. What happens to a batch is decided by a receipt with its id, and by nothing else. */
export async function ship(
  connection: Connection,
  spool: Spool,
  { signal, now, shipping, backoff = new Backoff(), recovered }: ShipOptions,
): Promise<void> {
  let uncertain: string | null = null
  const failed = (error: unknown, retryAfterMs: number | null): Promise<void> => {
    shipping.failingSince ??= now()
    shipping.error = error
    return wait(backoff.next(retryAfterMs), signal)
  }
  while (!signal.aborted) {
    const taken = spool.take()
    if (!taken) {
      await spool.added(signal)
      continue
    }
    const { segment } = taken
    try {
      const isThere = uncertain === segment.id && (await receiptOfBatch(connection, segment.id, signal))
      if (!isThere) {
        const bytes = await taken.bytes()
        if (bytes === null || bytes.length > batchBytes) {
          await spool.setAside(segment)
          continue
        }
        uncertain = segment.id
        await putBatch(connection, batchOf(segment, bytes), now(), signal)
      }
      uncertain = null
      await spool.sent(segment)
      backoff.reset()
      const wasFailing = shipping.failingSince !== null
      shipping.failingSince = null
      shipping.error = null
      if (wasFailing) recovered?.()
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Refused)) {
        await failed(error, null)
        continue
      }
      // It answered: nothing was taken. What stands before it may not know (RFC 9110 §15.6).
      if (error.status < 500) uncertain = null
      if (final.has(error.status)) await spool.setAside(segment)
      // After a batch that is no capture the next may be one; a token that is refused is refused for all.
      if (!final.has(error.status) || error.status === 401) await failed(error, error.retryAfterMs)
    }
  }
}

export interface ShipOptions {
  signal: AbortSignal
  now: () => number
  shipping: Shipping
  backoff?: Backoff
  /** Called when something was taken again after a failure. */
  recovered?: () => void
}

const batchOf = ({ id, encoding }: StoredSegment, bytes: Uint8Array): Batch => ({
  id,
  encoding,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined)
