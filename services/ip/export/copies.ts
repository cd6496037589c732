import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#model/errors.ts'

/** Copies with so many rows are made one after the other; smaller ones are done in a moment and wait for nobody. */
export const largeCopy = 20_000

/** Milliseconds that somebody waits for a large copy of others. */
const maxWaitMs = 60_000

/**
 * Large copies of this process, in two lines: those of visitors never stand before those of a key.
 */
const lines = { visitor: Promise.resolve(), workspace: Promise.resolve() }

/**
 * Makes a copy when it is its turn. @throws Refusal 'busy' after a minute of waiting, and what `signal` says when it ends
 */
export async function inLine<T>(
  { kind, rows, signal }: { kind: keyof typeof lines; rows: number; signal: AbortSignal },
  copy: () => Promise<T>,
): Promise<T> {
  if (rows < largeCopy) return copy()
  const before = lines[kind]
  const { promise, resolve: leave } = Promise.withResolvers<void>()
  lines[kind] = before.then(() => promise)
  try {
    const isFree = await Promise.race([
      before.then(() => true),
      pause(maxWaitMs, false, { signal, ref: false }),
    ])
    if (!isFree)
      throw new Refusal('busy', {
        message: 'Other large exports are being prepared, try again in a minute.',
        retryAfter: 60,
      })
    return await copy()
  } finally {
    leave()
  }
}
