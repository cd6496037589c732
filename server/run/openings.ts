import type { Log } from '#store/log.ts'

/** What a start has opened so far, so that one that fails half-way leaves nothing behind. */
export interface Openings {
  /** Remembers how what was opened is closed. */
  add<T>(opened: T, close: (opened: T) => unknown): T
  /** Closes everything, what came last first; an error of one keeps none of the others open. */
  closeAll(): Promise<void>
}

function openings(log: Log): Openings {
  const closers: (() => unknown)[] = []
  return {
    add(opened, close) {
      closers.push(() => close(opened))
      return opened
    },
    async closeAll() {
      for (const close of closers.toReversed())
        try {
          await close()
        } catch (error) {
          log.error({ err: error }, 'what a failed start had opened did not close well')
        }
    },
  }
}

/** Runs a start; when it fails, what it had opened is closed before the error goes on. */
export async function closedOnFailure<T>(log: Log, start: (opened: Openings) => Promise<T>): Promise<T> {
  const opened = openings(log)
  try {
    return await start(opened)
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

/** Waits for every one, so that none is opened after the others were closed. @throws the error of the first that failed */
export async function allOpened<T extends readonly Promise<unknown>[]>(
  opening: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(opening)
  return Promise.all(opening) as never
}
