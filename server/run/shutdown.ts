import type { Server } from 'node:http'
import { neverIdle } from '#model/polling.ts'
import type { Log } from '#store/log.ts'
import type { Gate } from '../http/gate.ts'

export interface Shutdown {
  server: Server
  gate: Gate
  log: Log
  /** Ends work in the background; requests under way still find everything they need. */
  quiet: () => Promise<unknown>
  /** Closes the stores. */
  close: () => Promise<void>
  /** What must not outlive this process although it hangs. */
  kill: () => void
  /** The process that started this one and whose death ends it, null when there is none such. */
  parent: number | null
  /** Milliseconds after which whoever stops this process kills it. */
  killedAfterMs: number
}

/** Milliseconds for requests under way. */
const patience = { workMs: 5500, answerMs: 1000 }
/** So many milliseconds before it would be killed this process kills its own and ends, saying so. */
const headStart = 500
const parentEvery = 1000
/** A terminal sends Ctrl-C to npm and to its children, and npm passes it on: a signal so soon after the first is that one. */
const sameWish = 1000

/**
 * Ctrl-C, SIGTERM and the death of the parent: new requests are refused, those under way are finished or told so, then
 * the stores close.
 * It listens until the stores are closed, so that who comes meanwhile is told so. A second signal ends at once.
 * @returns whether the end has begun
 */
export function shutDownOnSignal(options: Shutdown): { isStopping: () => boolean } {
  const { log, parent, killedAfterMs } = options
  let askedAt: number | null = null
  const end = (code: number): never => {
    options.kill()
    process.exit(code)
  }
  const stop = (because: NodeJS.Signals | 'parent'): void => {
    if (askedAt !== null) {
      if (because !== 'parent' && performance.now() - askedAt > sameWish) end(130)
      return
    }
    askedAt = performance.now()
    log.info({ because }, 'stopping')
    setTimeout(() => {
      log.error({}, 'stopping took too long')
      end(1)
    }, killedAfterMs - headStart).unref()
    finish(options).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        end(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // An orphan gets another parent.
  if (parent !== null) neverIdle.every(parentEvery, () => process.ppid !== parent && stop('parent'))
  return { isStopping: () => askedAt !== null }
}

async function finish({ server, gate, log, quiet, close }: Shutdown): Promise<void> {
  // Not waited for here: `close` does.
  quiet().catch((error: unknown) => log.warn({ err: error }, 'work in the background did not end well'))
  const { told, cut } = await gate.close(patience)
  if (told > 0) log.warn({ told, cut }, 'requests under way were refused, or cut')
  await close()
  // After the connections that wait were taken: the rest of this turn takes none.
  await new Promise((turn) => setImmediate(turn))
  server.close()
  server.closeAllConnections()
}
