import { type FileHandle, open, rename } from 'node:fs/promises'
import { diskFull } from '#store/files/disk-full.ts'
import { syncFolder } from '#store/files/durable.ts'
import type { BatchIndex } from './batch-index.ts'
import { encodeFrame } from './frame.ts'
import type { Log } from '#store/log.ts'
import { type CommitRecord, extend, newSegment, type Segment } from './segment.ts'

/** The open end of the spool: one batch or many become durable and visible here, in one order, one at a time. */
export interface Writer {
  /** Appends a small batch; batches that wait together share one write and one sync. */
  append(frames: readonly Buffer[], record: CommitRecord): Promise<void>
  /** Turns a staged file (its frames and its commit frame, synced) into a segment of its own. */
  adopt(path: string, bytes: number, record: CommitRecord): Promise<void>
  close(): Promise<void>
}

/** Bytes of small batches from which on no more join one write. */
const groupBytes = 8 * 2 ** 20

interface Work {
  record: CommitRecord
  /** A small batch's frames, or the path of a staged file and its length. */
  content: { frames: readonly Buffer[] } | { path: string; bytes: number }
}

interface QueuedWrite extends Work {
  done: () => void
  failed: (error: unknown) => void
}

export function openWriter(with_: {
  folder: string
  /** The spool's books; the writer adds to them what is committed. */
  segments: Segment[]
  firstNumber: number
  index: BatchIndex
  segmentBytes: number
  log: Log
  committed: () => void
}): Writer {
  const { folder, segments, index, log } = with_
  const queue: QueuedWrite[] = []
  let nextNumber = with_.firstNumber
  let active: { segment: Segment; file: FileHandle } | null = null
  let running: Promise<void> | null = null

  const enqueue = (work: Work): Promise<void> =>
    new Promise((done, failed) => {
      queue.push({ ...work, done, failed })
      running ??= drainQueue().finally(() => (running = null))
    })

  async function drainQueue(): Promise<void> {
    // Whoever asks in the same turn of the event loop shares the sync.
    await Promise.resolve()
    while (queue.length > 0) {
      const group = queue.splice(0, nextGroup(queue))
      try {
        const first = group[0]
        if (first && 'path' in first.content) await adoptNow(first.content, first.record)
        else await appendNow(group)
        for (const write of group) write.done()
        with_.committed()
      } catch (error) {
        const reason = storageFull(error) ? diskFull() : error
        for (const write of group) write.failed(reason)
      }
    }
  }

  async function appendNow(group: readonly QueuedWrite[]): Promise<void> {
    const { segment, file } = (active ??= await openSegment())
    const start = segment.end
    const ranges: { from: number; to: number }[] = []
    const bytes: Buffer[] = []
    let at = start
    for (const write of group) {
      const whole = [...('frames' in write.content ? write.content.frames : []), commitFrame(write.record)]
      const length = whole.reduce((sum, frame) => sum + frame.length, 0)
      bytes.push(...whole)
      ranges.push({ from: at, to: at + length })
      at += length
    }
    try {
      await writeAll(file, Buffer.concat(bytes), start)
      await file.datasync()
      await index.ready()
      index.enter(
        group.map(({ record }, position) => ({
          ...record,
          place: { segment: segment.number, end: ranges[position]?.to ?? at },
        })),
      )
    } catch (error) {
      // What a failed write or sync left is unknown: nothing may follow it, and it must not come back.
      await seal()
      await cutBack(segment)
      throw error
    }
    group.forEach((write, position) => {
      const range = ranges[position]
      if (range) extend(segment, range, write.record.sessions, write.record.at)
    })
    if (segment.end >= with_.segmentBytes) await seal()
  }

  async function adoptNow(staged: { path: string; bytes: number }, record: CommitRecord): Promise<void> {
    await seal()
    const segment = newSegment(folder, nextNumber++)
    await rename(staged.path, segment.path)
    try {
      await syncFolder(folder)
      await index.ready()
      index.enter([{ ...record, place: { segment: segment.number, end: staged.bytes } }])
    } catch (error) {
      await cutBack(segment)
      throw error
    }
    extend(segment, { from: 0, to: staged.bytes }, record.sessions, record.at)
    segment.sealed = true
    segments.push(segment)
  }

  async function openSegment(): Promise<{ segment: Segment; file: FileHandle }> {
    const segment = newSegment(folder, nextNumber++)
    const file = await open(segment.path, 'wx', 0o600)
    await syncFolder(folder)
    segments.push(segment)
    return { segment, file }
  }

  async function seal(): Promise<void> {
    const was = active
    active = null
    if (!was) return
    was.segment.sealed = true
    await was.file.close().catch((error) => log.warn({ err: error }, 'spool: closing a segment failed'))
  }

  async function cutBack(segment: Segment): Promise<void> {
    try {
      const file = await open(segment.path, 'r+')
      // Whoever sent it sends it again: after a power cut both would be found.
      const cut = file.truncate(segment.end).then(() => file.sync())
      await cut.finally(() => file.close())
    } catch (error) {
      log.error({ err: error, segment: segment.number }, 'spool: could not cut back a failed write')
    }
  }

  return {
    append: (frames, record) => enqueue({ record, content: { frames } }),
    adopt: (path, bytes, record) => enqueue({ record, content: { path, bytes } }),
    async close() {
      await running
      await seal()
    },
  }
}

/** How many writes go together: one staged file, or small batches up to a bound. */
function nextGroup(queue: readonly QueuedWrite[]): number {
  let bytes = 0
  for (const [position, { content, record }] of queue.entries()) {
    if ('path' in content || bytes >= groupBytes) return Math.max(position, 1)
    bytes += record.dataBytes
  }
  return queue.length
}

export const commitFrame = (record: CommitRecord): Buffer =>
  encodeFrame('commit', Buffer.from(JSON.stringify(record)))

export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

const storageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
