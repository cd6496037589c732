import type { CallOptions, Querier } from './query/querier.ts'

/**
 * The store for whoever only asks. Whatever writes demands `Analytics` (open.ts), so that nothing that must be finished
 * can be given a store that ends with its caller.
 */
export interface Reads {
  app: Pick<Querier, 'run' | 'stream'>
}

/** Waits until there is room for one more piece of work; resolves with what ends it. @throws Refusal 'rate-limited', 'busy' */
export type Turn = (signal: AbortSignal) => Promise<() => void>

/** The store as one caller uses it: no statement begins before its turn, whichever verb sends it. */
export const readsInTurn = (turn: Turn, signal: AbortSignal, { app }: Reads): Reads => ({
  app: {
    async run(query, params, options) {
      const leave = await turn(signal)
      try {
        return await app.run(query, params, options)
      } finally {
        leave()
      }
    },
    async *stream(query, params, options) {
      const leave = await turn(signal)
      try {
        yield* app.stream(query, params, options)
      } finally {
        leave()
      }
    },
  },
})

/** The store as one caller uses it: no statement outlives `signal`, whichever verb sends it. */
export function readsUntil(signal: AbortSignal, { app }: Reads): Reads {
  const bound = <O extends CallOptions>(options: O | undefined): O & { signal: AbortSignal } => {
    const own = options?.signal
    return { ...(options as O), signal: own ? AbortSignal.any([signal, own]) : signal }
  }
  return {
    app: {
      run: (query, params, options) => app.run(query, params, bound(options)),
      stream: (query, params, options) => app.stream(query, params, bound(options)),
    },
  }
}
