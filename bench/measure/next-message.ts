import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What a process that was forked says next. @throws Error when it ends without a word */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = (): Error => new Error('A process of the bench ended early.')
  if (!child.connected) throw ended()
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as T),
      // It comes after all that was said; the exit may come before.
      once(child, 'disconnect', { signal }).then(() => {
        throw ended()
      }),
    ])
  } finally {
    over.abort()
  }
}
