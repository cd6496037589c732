import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '#store/log.ts'

/** Where the certificate and its key lie, PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** @throws Error that says which of them cannot be read, or that they do not fit */
export function readTls({ cert, key }: TlsFiles): { cert: string; key: string } {
  const read = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  createSecureContext(read)
  return read
}

/** What the server shows, as it was read last. */
export interface Tls {
  inUse(): { cert: string; key: string }
  /** Has `server` take a renewed certificate within a minute; connections that stand go on. One that cannot be read changes nothing. */
  renew(server: Server, log: Log, lookEveryMs?: number): void
}

/** @throws Error as `readTls` */
export function openTls(files: TlsFiles): Tls {
  let inUse = readTls(files)
  const newest = (): number => {
    try {
      return Math.max(statSync(files.cert).mtimeMs, statSync(files.key).mtimeMs)
    } catch {
      return 0
    }
  }
  let known = newest()
  return {
    inUse: () => inUse,
    renew(server, log, lookEveryMs = 60_000) {
      const look = setInterval(() => {
        const now = newest()
        if (now === known || now === 0) return
        known = now
        try {
          const renewed = readTls(files)
          server.setSecureContext(renewed)
          inUse = renewed
          log.info({}, 'the renewed certificate is in use')
        } catch (error) {
          log.error({ err: error }, 'the renewed certificate cannot be used, the one before stays')
        }
      }, lookEveryMs).unref()
      server.once('close', () => clearInterval(look))
    },
  }
}
