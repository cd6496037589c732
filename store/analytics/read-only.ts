import type { Budget } from '#model/budget.ts'
import { refuse } from '#model/errors.ts'
import type { Health } from './health.ts'
import type { Analytics } from './open.ts'
import { outOfBounds } from './query/errors.ts'
import type { CallOptions, Querier } from './query/querier.ts'

/**
 * The store for whoever only asks. Whatever writes demands `Analytics` (open.ts), so that nothing that must be finished
 * can be given a store that ends with its caller.
 */
export interface Reads {
  app: Pick<Querier, 'run' | 'stream'>
  /** What one request may cost; without it, anything. */
  budget?: { engineSteps: number; store: object }
}

export interface Caller {
  signal: AbortSignal
  budget: Budget
  health: Health
  /** 1 comes first: while the engine works on a statement, those with a higher number hardly go on. Without it, none waits. */
  priority?: () => number
}

/**
 * The store as one caller uses it: no statement outlives `signal` or an engine that has fallen silent, none takes more time
 * or memory than one may, nor all of them together.
 */
export function readsUntil({ signal, budget, health, priority }: Caller, { app }: Reads): Reads {
  let left = budget.engineSeconds
  const begin = <O extends CallOptions>(options: O | undefined) => {
    health.check()
    if (left <= 0) throw tooLong(budget.engineSeconds)
    const began = performance.now()
    const seconds = Math.min(budget.statementSeconds, left)
    const signals = [signal, health.silence(), ...(options?.signal ? [options.signal] : [])]
    const bound = {
      ...(options as O),
      signal: AbortSignal.any(signals),
      settings: {
        max_execution_time: Math.ceil(seconds * 10) / 10,
        max_memory_usage: budget.statementMemory,
        ...(priority && { priority: priority() }),
        ...options?.settings,
      },
    }
    const mapped = (error: unknown): unknown => (outOfBounds(error) ? tooLong(seconds, error) : error)
    const end = (): void => void (left -= (performance.now() - began) / 1000)
    return { bound, mapped, end }
  }
  return {
    budget: { engineSteps: budget.engineSteps, store: app },
    app: {
      async run(query, params, options) {
        const { bound, mapped, end } = begin(options)
        try {
          return await app.run(query, params, bound)
        } catch (error) {
          throw mapped(error)
        } finally {
          end()
        }
      },
      async *stream(query, params, options) {
        const { bound, mapped, end } = begin(options)
        try {
          yield* app.stream(query, params, bound)
        } catch (error) {
          throw mapped(error)
        } finally {
          end()
        }
      },
    },
  }
}

/** Waits until there is room for one more piece of work; resolves with what ends it. @throws Refusal 'rate-limited', 'busy' */
export type Admission = (signal: AbortSignal) => Promise<() => void>

/** A statement begins when it is admitted, whichever verb sends it, and makes room when it is done. */
const admittedApp = (admit: Admission, signal: AbortSignal, app: Reads['app']): Reads['app'] => ({
  async run(query, params, options) {
    const leave = await admit(signal)
    try {
      return await app.run(query, params, options)
    } finally {
      leave()
    }
  },
  async *stream(query, params, options) {
    const leave = await admit(signal)
    try {
      yield* app.stream(query, params, options)
    } finally {
      leave()
    }
  },
})

export const admittedReads = (admit: Admission, signal: AbortSignal, reads: Reads): Reads => ({
  ...reads,
  app: admittedApp(admit, signal, reads.app),
})

/** While somebody waits for a page, an export hardly goes on (Caller.priority). */
const behindPages = <O extends CallOptions>(options: O | undefined): O => ({
  ...(options as O),
  settings: { priority: 3, ...options?.settings },
})

/** The same for an export, which also writes. Bytes are made when the first of them comes: a slow reader takes no room. */
export function admittedAnalytics(admit: Admission, signal: AbortSignal, analytics: Analytics): Analytics {
  const { app } = analytics
  return {
    ...analytics,
    app: {
      ...app,
      ...admittedApp(admit, signal, {
        run: (query, params, options) => app.run(query, params, behindPages(options)),
        stream: (query, params, options) => app.stream(query, params, behindPages(options)),
      }),
      async *bytes(query, params, options) {
        const leave = await admit(signal)
        try {
          for await (const piece of app.bytes(query, params, behindPages(options))) {
            leave()
            yield piece
          }
        } finally {
          leave()
        }
      },
      async command(sql, params, options) {
        const leave = await admit(signal)
        try {
          await app.command(sql, params, behindPages(options))
        } finally {
          leave()
        }
      },
    },
  }
}

/** The store for what the server asks for everybody: nothing waits for an engine that has fallen silent. */
export function readsWhileAnswered(health: Health, { app }: Reads): Reads {
  const bound = <O extends CallOptions>(options: O | undefined): O & { signal: AbortSignal } => {
    health.check()
    const silence = health.silence()
    return {
      ...(options as O),
      signal: options?.signal ? AbortSignal.any([silence, options.signal]) : silence,
    }
  }
  return {
    app: {
      run: async (query, params, options) => app.run(query, params, bound(options)),
      async *stream(query, params, options) {
        yield* app.stream(query, params, bound(options))
      },
    },
  }
}

function tooLong(seconds: number, cause?: unknown): Error {
  const refusal = refuse(
    'too-costly',
    `This needs more than the analytics store spends on one request (${Math.round(seconds)} s and a bounded memory): ask for less, or more precisely.`,
  )
  refusal.cause = cause
  return refusal
}
