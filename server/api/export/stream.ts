import { pauseAfter } from './pause.ts'
import { sweeper } from './sweep.ts'

/** Milliseconds in which nobody takes anything before an export ends: it can be continued. */
const patience = 5 * 60_000

interface Sending {
  /** Bytes that were handed on. */
  onSent: (bytes: number) => void
  /** Nobody took anything for five minutes. */
  onIdle: () => void
  onFailed: (error: unknown) => void
  onCancelled: () => void
}

/** A file as a body that is made as fast as it is taken. */
export function streamOf(
  file: AsyncGenerator<Uint8Array, void, undefined>,
  { onSent, onIdle, onFailed, onCancelled }: Sending,
): ReadableStream<Uint8Array> {
  const sweep = sweeper()
  let idle: NodeJS.Timeout | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(idle)
        try {
          const { done, value } = await file.next()
          if (done) return controller.close()
          controller.enqueue(value)
          sweep(value.byteLength)
          onSent(value.byteLength)
          idle = setTimeout(onIdle, patience).unref()
          await pauseAfter(value.byteLength)
        } catch (error) {
          onFailed(error)
          controller.error(error)
        }
      },
      async cancel() {
        clearTimeout(idle)
        onCancelled()
        await file.return()
      },
    },
    { highWaterMark: 0 },
  )
}
