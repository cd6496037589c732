import { MessageChannel } from 'node:worker_threads'
import { buffersOf } from '#model/transfer.ts'
import type { ValuesAsked } from './holders.ts'
import type {
  FromAnswerer,
  FromBuilder,
  IndexFile,
  ToAnswerer,
  ToAside,
  ToBuilder,
  IndexSize,
} from './messages.ts'
import type { SavedIndex } from './index-file.ts'
import type { Segment } from './segment.ts'
import type { Answer, Question } from './segments.ts'
import type { SegmentChange } from './segment-list.ts'
import { openStoredRecords, type StoredRecords } from './stored-records.ts'
import { startThread } from './thread.ts'

/** Both threads of an index, as the server's own thread uses them. Everything rejects with ThreadEnded once one ended. */
export interface Threads {
  /** null: not held, or whoever asked went away before it was their turn. */
  search(
    question: Question,
    limits: { steps: number; signal?: AbortSignal | undefined },
  ): Promise<Answer | null>
  /** What the segments hold of each address, read on this thread. */
  records: Omit<StoredRecords, 'change'>
  /** How many documents hold each of those values; waits for no question: it is answered in the middle of one. */
  holders(asked: readonly ValuesAsked[], signal?: AbortSignal): Promise<number[][] | null>
  /** Questions the answering thread has, and those that wait for their turn. */
  load(): { asked: number; waiting: number }
  checksum(): Promise<IndexSize | null>
  /** Gives an answer of the engine to the segment under way; the pieces are handed over. */
  rows(segment: number, pieces: Uint8Array<ArrayBuffer>[], keep: boolean): Promise<void>
  built(segment: number): Promise<Segment>
  joined(segment: number, of: number[]): Promise<Segment>
  forget(segments: number[]): void
  /** What was saved, unless there is nothing, or nothing that can be used. */
  restore(file: IndexFile): Promise<SavedIndex | null>
  /** Saves what was handed over. @returns whether it could be */
  save(file: IndexFile, manifest: unknown): Promise<boolean>
  base(number: number, segment: Segment, keep: number[]): void
  push(number: number, segment: Segment): void
  join(number: number, segment: Segment, of: number[]): void
  drop(): void
  /** Has both collect what they no longer need. */
  collect(): Promise<void>
  areAlive(): boolean
  /** Ends when one of them is not alive any more. */
  ended: AbortSignal
  close(): Promise<void>
}

/**
 * Questions the answering thread has at once: the next is there when one is done, and one of somebody with a key waits for two
 * at most (server/limits/table.ts); the rest can still be withdrawn.
 */
const atOnce = 3

export function startThreads(): Threads {
  const builder = startThread<ToBuilder, FromBuilder>(new URL('./builder.worker.ts', import.meta.url))
  const answerer = startThread<ToAnswerer, FromAnswerer>(new URL('./answerer.worker.ts', import.meta.url))
  const aside = new MessageChannel()
  const cancelled = new Int32Array(new SharedArrayBuffer(atOnce * Int32Array.BYTES_PER_ELEMENT))
  answerer.post({ kind: 'begin', cancelled, aside: aside.port2 }, [aside.port2])
  aside.port1.unref()
  /** Changes of the segments that were handed over. */
  let changes = 0
  let calls = 0
  /** Of `cancelled`, those that no question has. */
  const places = [...cancelled.keys()]
  const queue: ((place: number) => void)[] = []

  const serialised = async <T>(run: (place: number) => Promise<T>): Promise<T> => {
    const place = places.pop() ?? (await new Promise<number>((resolve) => queue.push(resolve)))
    try {
      return await run(place)
    } finally {
      const next = queue.shift()
      if (next) next(place)
      else places.push(place)
    }
  }
  const call = async (post: (call: number) => void): Promise<FromAnswerer['answer']> => {
    const mine = ++calls
    const answered = answerer.next(({ call: number }) => number === mine)
    post(mine)
    return (await answered).answer
  }
  const build = async (segment: number, message: ToBuilder): Promise<Segment> => {
    const built = builder.next(({ kind, number }) => kind === 'built' && number === segment)
    builder.post(message)
    const made = await built
    if (made.kind !== 'built') throw new Error('A segment was not built.')
    return made.segment
  }
  const records = openStoredRecords()
  const hand = (change: SegmentChange): void => {
    changes += 1
    records.change(change)
    answerer.post(change, buffersOf(change))
  }
  return {
    search: (question, { steps, signal }) =>
      serialised(async (place) => {
        if (signal?.aborted) return null
        Atomics.store(cancelled, place, 0)
        const onAbort = (): void => void Atomics.store(cancelled, place, 1)
        signal?.addEventListener('abort', onAbort)
        try {
          return (await call((mine) =>
            answerer.post({ kind: 'search', call: mine, question, steps, place }),
          )) as Answer | null
        } finally {
          signal?.removeEventListener('abort', onAbort)
        }
      }),
    records,
    holders: async (asked, signal) =>
      signal?.aborted
        ? null
        : ((await call((mine) =>
            aside.port1.postMessage({ call: mine, changes, asked } satisfies ToAside),
          )) as number[][] | null),
    load: () => ({ asked: atOnce - places.length, waiting: queue.length }),
    checksum: async () =>
      (await call((mine) => answerer.post({ kind: 'checksum', call: mine }))) as IndexSize | null,
    async rows(segment, pieces, keep) {
      const taken = builder.next(({ kind, number }) => kind === 'taken' && number === segment)
      builder.post({ kind: 'rows', segment, pieces, keep }, buffersOf(pieces))
      await taken
    },
    built: (segment) => build(segment, { kind: 'finish', segment }),
    joined: (segment, of) => build(segment, { kind: 'join', segment, of }),
    forget: (segments) => builder.post({ kind: 'forget', segments }),
    async restore(file) {
      const loaded = builder.next(({ kind }) => kind === 'loaded')
      builder.post({ kind: 'load', file })
      const found = await loaded
      return found.kind === 'loaded' ? found.index : null
    },
    save: async (file, manifest) =>
      (await call((mine) => answerer.post({ kind: 'save', call: mine, file, manifest }))) === 'saved',
    base: (number, segment, keep) => hand({ kind: 'base', number, segment, keep }),
    push: (number, segment) => hand({ kind: 'push', number, segment }),
    join: (number, segment, of) => hand({ kind: 'join', number, segment, of }),
    drop: () => hand({ kind: 'drop' }),
    async collect() {
      const collected = builder.next(({ kind }) => kind === 'collected')
      builder.post({ kind: 'collect' })
      await Promise.all([collected, call((mine) => answerer.post({ kind: 'collect', call: mine }))])
    },
    areAlive: () => builder.isAlive() && answerer.isAlive(),
    ended: AbortSignal.any([builder.ended, answerer.ended]),
    async close() {
      aside.port1.close()
      await Promise.all([builder.close(), answerer.close()])
    },
  }
}
