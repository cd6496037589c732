import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether what was known of a key is still so. */
export interface KeyChanges {
  /**
   * Another number after every change of a key or a workspace, by whichever process. null while the changes of other processes
   * cannot be heard: nothing known of a key may be used then.
   */
  generation(): number | null
  /** This process changed something. */
  changed(): void
  close(): Promise<void>
}

/** Of a SQLite file, which is one process's own. */
export function ownKeyChanges(): KeyChanges {
  let generation = 0
  return {
    generation: () => generation,
    changed: () => void (generation += 1),
    close: async () => undefined,
  }
}

const pauseMs = 1000

/** Of a PostgreSQL, whose triggers notify everybody who listens (migrations/007-key-changes.ts). */
export function sharedKeyChanges(url: string): KeyChanges {
  const stopping = new AbortController()
  const stopped = Promise.withResolvers<void>()
  let generation = 0
  let isHeard = false

  async function listen(): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    client.on('error', () => ended.resolve())
    client.on('end', () => ended.resolve())
    client.on('notification', () => void (generation += 1))
    try {
      // Only what is connected is ended: the promise of a connection that was ended before it stood never settles.
      await client.connect()
      await client.query('LISTEN noisefloor_keys')
      // Whatever happened before is not known.
      generation += 1
      isHeard = !stopping.signal.aborted
      await Promise.race([ended.promise, stopped.promise])
    } finally {
      isHeard = false
      // A line that broke may never say that it ended.
      void client.end().catch(() => undefined)
    }
  }

  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined)
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()

  return {
    generation: () => (isHeard ? generation : null),
    changed: () => void (generation += 1),
    async close() {
      stopping.abort()
      stopped.resolve()
      await listening
    },
  }
}
