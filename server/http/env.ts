import type { HttpBindings } from '@hono/node-server'
import type { Refusal } from '#model/errors.ts'
import type { Admissions } from '#services/context.ts'
import type { Scope } from '#services/scope.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import type { Transporter } from '#services/sensors/transporter/transporter.ts'
import type { Log } from '#store/log.ts'
import type { Caller } from '../limits/caller.ts'
import type { Connections } from '../limits/connections.ts'

/** What every handler finds on its context. */
export interface Env {
  Bindings: HttpBindings & {
    connections: Connections
    /** Ends when the server can wait for no request any more. */
    stopping: AbortSignal
  }
  Variables: {
    requestId: string
    log: Log
    scope: Scope
    /** Whose token a call of an agent carries; null elsewhere. */
    sensor: Sensor | null
    /** The same of a transporter. */
    transporter: Transporter | null
    /** The network address the request came from (limits/caller.ts). */
    address: string
    /** By what a visitor's searches are counted. */
    network: string
    /** What the caller named the request, for its searches; null where it has no name. */
    searchRequest: string | null
    /** Which state of keys and workspaces it is of; null while that is not known. */
    scopeGeneration: number | null
    /** From when on the key or the sign-in may open something else, or nothing: milliseconds since 1970 UTC. */
    scopeUntil: number
    /** A key was sent that nobody has. */
    hasWrongKey: boolean
    /** Ends when the caller hangs up, has to make room for another, or the server stops. */
    signal: AbortSignal
    /** Ends it with the refusal that is the answer. */
    end: (refusal: Refusal) => void
    /** Work on the request begins: its place is no longer given to another. */
    keepPlace: () => void
    /** Who is counted for what this request takes. */
    caller: Caller
    /** Where this request waits for engine and index. */
    admissions: Admissions
    /** Waits for room on the server's own thread, whose time is counted from then on; resolves with what ends it. */
    begin: (signal: AbortSignal) => Promise<() => void>
  }
}
