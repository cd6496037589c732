import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Losses } from '../losses.ts'
import { replaceFile, syncFolder } from '../settings/durable.ts'
import { compress } from './compress.ts'
import { identifiers, timeOf } from './identifier.ts'
import { nameOf, type StoredSegment, storedIn, unfinished } from './stored.ts'

/**
 * Segments that wait to be sent: a file each. The id is chosen before the file gets its name and is its name, so that whatever is killed
 * when, a segment is sent under one id or was never closed.
 */
export interface Spool {
  /** Compresses, writes and syncs; counted as lost when it cannot be kept, or when too much waits for the disk already. */
  add(pcapng: Uint8Array): Promise<void>
  /** Segments that are still being written. */
  readonly writing: number
  /** The oldest one, marked as being sent so that it is not given up meanwhile; null when there is none. */
  take(): { segment: StoredSegment; bytes(): Promise<Uint8Array | null> } | null
  /** It was taken by the server. */
  sent(segment: StoredSegment): Promise<void>
  /** The server will never take it: kept in a folder of its own, within a bound. */
  setAside(segment: StoredSegment): Promise<void>
  state(): { batches: number; bytes: number; oldest: number | null; aside: number }
  /** Why the last segment could not be written; null when it could. */
  readonly error: string | null
  limit(bytes: number): void
  /** Resolves when something was added since the last call. */
  added(signal: AbortSignal): Promise<void>
  /** Waits for what is being written. */
  close(): Promise<void>
}

/** Of what may lie in the spool, as much again may lie aside, within this. */
const mostAside = 64 << 20
/** Bytes of segments that wait for the disk: a capture is held back long before, what visits decoys is not. */
const mostWriting = 64 << 20

export async function openSpool(
  folders: { spool: string; aside: string },
  options: { losses: Losses; now: () => number; mostBytes: number },
): Promise<Spool> {
  const { losses, now } = options
  let { mostBytes } = options
  const waiting = await storedIn(folders.spool)
  const aside = await storedIn(folders.aside)
  const newest =
    [...waiting, ...aside]
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? null
  const nextId = identifiers(newest)
  const sum = (of: StoredSegment[]): number => of.reduce((bytes, one) => bytes + one.bytes, 0)
  let bytes = sum(waiting)
  let asideBytes = sum(aside)
  let sending: StoredSegment | null = null
  let error: string | null = null
  let wake: (() => void) | null = null
  let isFresh = waiting.length > 0
  // One at a time: the order of ids is the order of writing.
  let last: Promise<void> = Promise.resolve()
  let writing = 0
  let writingBytes = 0

  const removeFile = (folder: string, segment: StoredSegment): Promise<void> =>
    rm(join(folder, nameOf(segment)), { force: true })

  function giveUp(bytes: number): void {
    losses.add('segments')
    losses.add('segment-bytes', bytes)
  }

  async function giveUpOldest(): Promise<boolean> {
    const at = waiting.findIndex((one) => one !== sending)
    const [oldest] = at < 0 ? [] : waiting.splice(at, 1)
    if (!oldest) return false
    await removeFile(folders.spool, oldest)
    bytes -= oldest.bytes
    giveUp(oldest.bytes)
    return true
  }

  async function write(id: string, plain: Uint8Array): Promise<void> {
    const { encoding, bytes: packed } = await compress(plain)
    const segment: StoredSegment = { id, encoding, bytes: packed.length }
    while (bytes + packed.length > mostBytes && (await giveUpOldest()));
    const path = join(folders.spool, nameOf(segment))
    const fresh = join(folders.spool, `${unfinished}${id}`)
    for (;;) {
      try {
        await replaceFile(path, fresh, packed)
        break
      } catch (cause) {
        await rm(fresh, { force: true }).catch(() => undefined)
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC' || !(await giveUpOldest())) throw cause
      }
    }
    waiting.push(segment)
    bytes += segment.bytes
    error = null
    isFresh = true
    wake?.()
  }

  return {
    get writing() {
      return writing
    },
    get error() {
      return error
    },
    add(plain) {
      if (writingBytes + plain.length > mostWriting) {
        giveUp(plain.length)
        return last
      }
      const id = nextId(now())
      writing++
      writingBytes += plain.length
      last = last
        .then(() => write(id, plain))
        .catch((cause: unknown) => {
          error = cause instanceof Error ? cause.message : String(cause)
          giveUp(plain.length)
        })
        .finally(() => {
          writing--
          writingBytes -= plain.length
        })
      return last
    },
    take() {
      const [segment] = waiting
      sending = segment ?? null
      if (!segment) return null
      return {
        segment,
        // Taken away by somebody, or a disk that cannot read it.
        bytes: () => readFile(join(folders.spool, nameOf(segment))).catch(() => null),
      }
    },
    async sent(segment) {
      forget(segment)
      // Not synced: what comes back after a power cut is sent again under its id.
      await removeFile(folders.spool, segment)
    },
    async setAside(segment) {
      forget(segment)
      losses.add('set-aside')
      const name = nameOf(segment)
      await rename(join(folders.spool, name), join(folders.aside, name)).catch(() => undefined)
      aside.push(segment)
      asideBytes += segment.bytes
      while (asideBytes > Math.min(mostAside, mostBytes)) {
        const oldest = aside.shift()
        if (!oldest) break
        asideBytes -= oldest.bytes
        await removeFile(folders.aside, oldest)
      }
      await syncFolder(folders.aside)
    },
    state: () => ({
      batches: waiting.length,
      bytes,
      oldest: waiting[0] ? timeOf(waiting[0].id) : null,
      aside: aside.length,
    }),
    limit: (most) => void (mostBytes = most),
    added(signal) {
      if (isFresh || signal.aborted) {
        isFresh = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        wake = () => {
          wake = null
          isFresh = false
          signal.removeEventListener('abort', done)
          resolve()
        }
        const done = (): void => wake?.()
        signal.addEventListener('abort', done, { once: true })
      })
    },
    close: () => last,
  }

  function forget(segment: StoredSegment): void {
    sending = null
    const at = waiting.indexOf(segment)
    if (at < 0) return
    waiting.splice(at, 1)
    bytes -= segment.bytes
  }
}
