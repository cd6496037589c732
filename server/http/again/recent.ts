import type { IncomingMessage } from 'node:http'

/** Letters of an asker that are kept: what a program's few headers take. */
const longest = 4096
/** Askers that are kept. */
const most = 1000

/** Who asks, as far as a request says so: from where, and all its headers, of which none holds a line's end. null for what is too long. */
export function askerOf({ socket, rawHeaders }: IncomingMessage): string | null {
  const asker = `${socket.remoteAddress}\n${rawHeaders.join('\n')}`
  return asker.length > longest ? null : asker
}

/** What was last known of each asker, as long as it may be used. */
export interface Recent<T> {
  get(asker: string): T | undefined
  keep(asker: string, known: T): void
}

/** @param maxMs milliseconds; what is older is let go with the next that is kept */
export function openRecent<T>(maxMs: number, max = most): Recent<T> {
  const byAsker = new Map<string, { known: T; at: number }>()
  return {
    get: (asker) => byAsker.get(asker)?.known,
    keep(asker, known) {
      const now = performance.now()
      byAsker.delete(asker)
      byAsker.set(asker, { known, at: now })
      for (const [oldest, { at }] of byAsker) {
        if (now - at <= maxMs && byAsker.size <= max) break
        byAsker.delete(oldest)
      }
    },
  }
}
