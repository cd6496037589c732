import type { Analytics } from './open.ts'
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

/** A statement begins at its turn, whichever verb sends it, and ends its turn when it is done. */
const inTurn = (turn: Turn, signal: AbortSignal, app: Reads['app']): Reads['app'] => ({
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
})

export const readsInTurn = (turn: Turn, signal: AbortSignal, { app }: Reads): Reads => ({
  app: inTurn(turn, signal, app),
})

/** The same for an export, which also writes. Bytes are made when the first of them comes: a slow reader holds no turn. */
export function analyticsInTurn(turn: Turn, signal: AbortSignal, analytics: Analytics): Analytics {
  const { app } = analytics
  return {
    ...analytics,
    app: {
      ...app,
      ...inTurn(turn, signal, app),
      async *bytes(query, params, options) {
        const leave = await turn(signal)
        try {
          for await (const piece of app.bytes(query, params, options)) {
            leave()
            yield piece
          }
        } finally {
          leave()
        }
      },
      async command(sql, params, options) {
        const leave = await turn(signal)
        try {
          await app.command(sql, params, options)
        } finally {
          leave()
        }
      },
    },
  }
}

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
