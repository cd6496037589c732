import { refuse } from '#model/errors.ts'
import type { CaptureToRead, FromGatherThread, Gathered, GatherData, ToGatherThread } from './messages.ts'
import { leaveThread, takeThread } from './threads.ts'

export interface GatherOptions extends GatherData {
  signal: AbortSignal
  /** After each list of captures. */
  onRead: (gathered: Gathered) => void | Promise<void>
}

/**
 * Writes the packets that are wanted of stored captures into one pcapng, in a thread: lists of captures are taken one after the other, as
 * they come. @throws Refusal 'too-large' where the file would be larger than `limit`; the signal's reason
 */
export async function gatherPackets(
  lists: AsyncIterable<CaptureToRead[]>,
  { signal, onRead, ...data }: GatherOptions,
): Promise<Gathered & { sha256: string }> {
  signal.throwIfAborted()
  const worker = takeThread()
  let isFree = false
  const post = (message: ToGatherThread): void => worker.postMessage(message, [])
  const over = Promise.withResolvers<Gathered & { sha256: string }>()
  // Whoever waits for a list to be read hears of the end below.
  over.promise.catch(() => undefined)
  let heard = Promise.withResolvers<Gathered>()
  worker.on('message', (message: FromGatherThread) => {
    if (message.kind === 'read') heard.resolve(message)
    else if (message.kind === 'done') over.resolve(message)
    else if (message.kind === 'too-large')
      over.reject(
        refuse(
          'too-large',
          `The file would be larger than ${Math.round(data.limit / 1e6)} MB: ask for less.`,
        ),
      )
    else over.reject(new Error(message.message))
  })
  worker.on('error', (error) => over.reject(error))
  worker.on('exit', () => over.reject(new Error('The thread that gathers packets ended.')))
  const leave = (): void => over.reject(signal.reason)
  signal.addEventListener('abort', leave)
  post({ kind: 'begin', ...data })
  try {
    for await (const captures of lists) {
      heard = Promise.withResolvers()
      post({ kind: 'captures', captures })
      const gathered = await Promise.race([heard.promise, over.promise])
      await onRead(gathered)
    }
    post({ kind: 'end' })
    const { packets, bytes, sha256 } = await over.promise
    isFree = true
    return { packets, bytes, sha256 }
  } finally {
    signal.removeEventListener('abort', leave)
    // What failed or was left may still be at it.
    await (isFree ? leaveThread(worker) : worker.terminate())
  }
}
