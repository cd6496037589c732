import { mkdir, rm } from 'node:fs/promises'
import { statfsSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Refusal } from '#model/errors.ts'
import type { Session } from '#model/session.ts'
import { BatchBuffer } from './batch.ts'
import { isWhole, openBatchIndex } from './batch-index.ts'
import { readCheckpoint } from './checkpoint.ts'
import { diskFull } from '#store/files/disk-full.ts'
import { type Log, silent } from '#store/log.ts'
import type { Place } from './place.ts'
import { openPromises, type SpoolPromises } from './promises.ts'
import { openReader, type Reader, type SpoolRange } from './reader.ts'
import { recover } from './recover.ts'
import type { EncodedSessions } from './session-codec.ts'
import { openWriter } from './writer.ts'
import type { SpoolStatus } from './status.ts'

export interface SpoolOptions {
  /** Folder of the spool; made when missing. One process at a time. */
  dir: string
  /** Milliseconds since 1970 UTC. */
  clock: () => number
  log?: Log
  /** Bytes not yet stored from which on `begin` answers busy. */
  maxBytes?: number
  /** Free bytes of the disk below which `begin` and `append` answer busy. */
  minFreeBytes?: number
  /** Size from which on a segment takes no more batches. */
  segmentBytes?: number
  /** Encoded bytes an open batch holds in memory before it goes to a staging file. */
  batchMemoryBytes?: number
  /** How long batch ids are remembered (milliseconds; 30 days at least in a running product). */
  batchIdRetentionMs?: number
  /** Bounds of what is handed to the store at once: sessions, and bytes of them as they lie unpacked in frames. */
  rangeBounds?: { sessions: number; bytes: number }
}

export interface OpenBatch {
  kind: 'open'
  /** The receipt of the same batch as it was accepted before it was lost in part; null for a new one. */
  earlier: { receipt: unknown } | null
  append(sessions: readonly Session[]): Promise<void>
  /** The same with sessions that were encoded elsewhere, a frame's at once (gather.ts). */
  appendEncoded(sessions: EncodedSessions): Promise<void>
  /**
   * Resolves once the whole batch is durable: from then on it is stored exactly once, whatever happens. `receipt` is
   * what every later delivery of the same id gets. A `pending` batch is listed by `pending` until `confirm(id)`.
   */
  commit(receipt: unknown, options?: { pending?: boolean }): Promise<void>
  /** Leaves nothing behind; no effect after commit. Every batch not committed must be aborted. */
  abort(): Promise<void>
}

export interface DuplicateBatch {
  kind: 'duplicate'
  receipt: unknown
}

export interface Spool {
  readonly dir: string
  /** Random name, which no other spool has. */
  readonly name: string
  /**
   * Opens a batch. A second delivery of an id gets the first one's receipt; when the first is still under way it
   * waits for its end. A batch that was lost in part may come again: what of it is stored already is left out then, and so it is
   * where `mayBeStored` says that another spool may hold the batch, too. Throws `busy` with Retry-After when the spool or the disk is full.
   */
  begin(id: string, options?: { mayBeStored?: boolean }): Promise<OpenBatch | DuplicateBatch>
  /** Throws what `begin` would throw when there is no room: ask before taking a long body in. */
  admit(): void
  /** The receipt of an accepted batch, without waiting for one under way; null also when it was lost in part. */
  find(id: string): { receipt: unknown } | null
  /** Resolves when every batch that is open now was committed or aborted. */
  batchesEnded(): Promise<void>
  confirm(id: string): void
  pending(): { id: string; receipt: unknown; at: number }[]
  /** Up to where something is committed, and up to where it is stored or in quarantine. */
  places(): { committed: Place; drained: Place }
  /** What was promised, for those who compare it with what is there. */
  promises: SpoolPromises
  status(): SpoolStatus
  /** Hands out the next range to store, the same one until it is finished; null when all is drained. */
  take(): Promise<SpoolRange | null>
  /** What will probably be handed out after the present range (reader.ts). */
  lookAhead: Reader['lookAhead']
  /** Calls back after each commit; returns the way to stop that. */
  onCommit(listener: () => void): () => void
  /** Calls back whenever a batch that is not committed yet has so many sessions more; returns the way to stop that. */
  onGrown(sessions: number, listener: () => void): () => void
  /** Lets commits under way end; batches still open can no longer be committed (`busy`). */
  close(): Promise<void>
}

const day = 86_400_000
const idLimit = 512

/** Opens the spool and repairs what a crash left: torn tails are cut off, abandoned staging files removed. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { dir, clock, log = silent, maxBytes = 2 * 2 ** 30, minFreeBytes = 512 * 2 ** 20 } = options
  const rememberMs = options.batchIdRetentionMs ?? 40 * day
  const folder = join(dir, 'segments')
  const staging = join(dir, 'staging')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const index = await openBatchIndex(join(dir, 'index.db'))
  const inFlight = new Map<string, Promise<void>>()
  /** Batches that a crash left pending, and those of them that were confirmed since: it is written down when they are drained. */
  const [unsure, toConfirm] = [new Set<string>(), new Set<string>()]
  let firstNumber = 0
  const listeners = new Set<() => void>()
  const growthListeners = new Map<() => void, number>()
  let stagedBytes = 0
  let damagedBytes = 0
  let closing = false
  let pruned = clock()
  let disk = { at: -Infinity, free: Infinity }
  let name = ''
  let reader: Reader
  let writer: ReturnType<typeof openWriter>
  try {
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    if (index.lastError !== null)
      log.error({ lastError: index.lastError }, 'spool: the batch index was damaged')
    const { checkpoint, doubtful } = await readCheckpoint(join(dir, 'checkpoint'))
    if (doubtful) log.error({ checkpoint }, 'spool: the checkpoint was damaged, an older one stands for it')
    const recovered = await recover({ folder, index, checkpoint, log })
    const { segments } = recovered
    damagedBytes = recovered.damagedBytes
    name = checkpoint.spool
    for (const { id } of index.pending()) unsure.add(id)
    // An older checkpoint may name a segment that is gone: its number, and the tokens made of it, were given out.
    const next = checkpoint.segment + (doubtful ? 1 : 0)
    firstNumber = Math.max(next, (segments.at(-1)?.number ?? 0) + 1)
    index.prune(clock() - rememberMs)
    await index.sync()
    reader = await openReader({
      path: join(dir, 'checkpoint'),
      checkpoint,
      // What nobody was told of may have been sent to another server since, and stored there.
      doubtfulBelow: doubtful || recovered.isDoubled || unsure.size > 0 ? firstNumber : 0,
      segments,
      bounds: options.rangeBounds ?? { sessions: 10_000, bytes: 48 * 2 ** 20 },
      beforeDelete: () => index.sync(),
      log,
    })
    writer = openWriter({
      folder,
      segments,
      firstNumber,
      index,
      segmentBytes: options.segmentBytes ?? 64 * 2 ** 20,
      log,
      committed: () => listeners.forEach((listener) => listener()),
    })
  } catch (error) {
    await index.close()
    throw error
  }

  function freeBytes(): number {
    if (Math.abs(clock() - disk.at) >= 1000) {
      const { bavail, bsize } = statfsSync(dir)
      disk = { at: clock(), free: bavail * bsize }
    }
    return disk.free
  }

  function admit(): void {
    if (closing) throw new Refusal('busy', { message: 'The server is stopping.', retryAfter: 5 })
    if (reader.status().undrainedBytes + stagedBytes >= maxBytes)
      throw new Refusal('busy', { message: 'The spool is full: storing lags behind.', retryAfter: 5 })
    if (freeBytes() < minFreeBytes) throw diskFull(minFreeBytes)
  }

  function forgetOld(): void {
    if (clock() - pruned < day) return
    pruned = clock()
    index.prune(clock() - rememberMs)
  }

  const isDrained = (): boolean => reader.drainedTo().segment >= firstNumber

  function confirmDrained(): void {
    if (toConfirm.size === 0 || !isDrained()) return
    for (const id of toConfirm) index.confirm(id)
    toConfirm.clear()
  }

  function openBatch(
    id: string,
    { earlier, mayBeStored }: { earlier: OpenBatch['earlier']; mayBeStored: boolean },
    ended: () => void,
  ): OpenBatch {
    const memory = options.batchMemoryBytes ?? 2 ** 20
    const buffer = new BatchBuffer(join(staging, randomUUID()), memory, mayBeStored || earlier !== null)
    let open = true
    async function end(): Promise<void> {
      open = false
      stagedBytes -= buffer.stagedBytes
      try {
        await buffer.discard()
      } catch (error) {
        log.warn({ err: error }, 'spool: freeing a batch failed')
      } finally {
        ended()
      }
    }
    async function taken(add: () => Promise<void>): Promise<void> {
      if (!open) throw new Error('The batch is closed.')
      if (freeBytes() < minFreeBytes) throw diskFull(minFreeBytes)
      const { stagedBytes: before, sessions } = buffer
      await add().finally(() => (stagedBytes += buffer.stagedBytes - before))
      for (const [listener, from] of growthListeners)
        if (Math.floor(buffer.sessions / from) > Math.floor(sessions / from)) listener()
    }
    return {
      kind: 'open',
      earlier,
      append: (sessions) => taken(() => buffer.add(sessions)),
      appendEncoded: (sessions) => taken(() => buffer.addEncoded(sessions)),
      async commit(receipt, { pending = false } = {}) {
        if (!open) throw new Error('The batch is closed.')
        const before = buffer.stagedBytes
        try {
          if (closing) admit()
          await buffer.commit(writer, { id, receipt, at: clock(), pending })
          forgetOld()
        } finally {
          stagedBytes += buffer.stagedBytes - before
          await end()
        }
      },
      async abort() {
        if (open) await end()
      },
    }
  }

  return {
    dir,
    name,
    async begin(id, { mayBeStored = false } = {}) {
      if (id === '' || id.length > idLimit)
        throw new Refusal('invalid-input', { message: `A batch id has 1 to ${idLimit} characters.` })
      for (;;) {
        if (closing) admit()
        const known = index.find(id)
        if (known && isWhole(known)) return { kind: 'duplicate', receipt: known.receipt }
        const other = inFlight.get(id)
        if (!other) break
        await other
      }
      admit()
      const { promise, resolve } = Promise.withResolvers<void>()
      inFlight.set(id, promise)
      const known = index.find(id)
      const earlier = known && { receipt: known.damaged ? null : known.receipt }
      return openBatch(id, { earlier, mayBeStored }, () => {
        inFlight.delete(id)
        resolve()
      })
    },
    admit,
    find(id) {
      const known = index.find(id)
      return known && isWhole(known) ? { receipt: known.receipt } : null
    },
    batchesEnded: async () => void (await Promise.all(inFlight.values())),
    confirm(id) {
      // After another crash before that they are as unsure as before.
      if (unsure.has(id) && !isDrained()) toConfirm.add(id)
      else index.confirm(id)
    },
    pending: () => index.pending().filter(({ id }) => !toConfirm.has(id)),
    places: () => ({ committed: reader.committedTo(), drained: reader.drainedTo() }),
    promises: openPromises(index, () => reader.drainedTo()),
    status: () => ({ ...reader.status(), damagedBytes }),
    async take() {
      const range = await reader.take()
      confirmDrained()
      return range
    },
    lookAhead: () => reader.lookAhead(),
    onCommit(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onGrown(sessions, listener) {
      growthListeners.set(listener, sessions)
      return () => void growthListeners.delete(listener)
    },
    async close() {
      closing = true
      await writer.close()
      await index.close()
    },
  }
}
