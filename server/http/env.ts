import type { Logger } from 'pino'
import type { Scope } from '#services/scope.ts'

/** What every handler finds on its context. */
export interface Env {
  Variables: {
    requestId: string
    log: Logger
    scope: Scope
  }
}
