import type { Server } from 'node:http'
import type { Logger } from 'pino'

export interface Shutdown {
  server: Server
  log: Logger
  before: () => void
  close: () => Promise<void>
}

const patience = 25_000

/** Ctrl-C and SIGTERM: no new requests, those under way get a moment, then the stores close. A second signal ends at once. */
export function shutDownOnSignal({ server, log, before, close }: Shutdown): void {
  let asked = false
  const stop = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(130)
    asked = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, patience)
    late.unref()
    before()
    server.close()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 3_000).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
