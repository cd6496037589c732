import type { HttpBindings } from '@hono/node-server'
import type { Scope } from '#services/scope.ts'
import type { Logger } from 'pino'

/** What every handler finds on its context. */
export interface Env {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    log: Logger
    scope: Scope
    /** Ends when the caller hangs up. */
    signal: AbortSignal
  }
}
