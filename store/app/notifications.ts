import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 1000
/** How often a line that says nothing is asked, and how long it has to answer: one that was cut off tells nobody. */
const askedMs = 5000

/** Hears what a PostgreSQL notifies of on a channel, for as long as it is open: a line that broke is made again. */
export interface Notifications {
  /** Whether the line stands: what happens while it does not is not heard. */
  isHeard(): boolean
  close(): Promise<void>
}

/** @param heard told the payload of each; null when the line stands (again), and anything may have happened before */
export function openNotifications(
  url: string,
  channel: 'noisefloor_keys' | 'noisefloor_sensors',
  heard: (payload: string | null) => void,
  { askMs = askedMs }: { askMs?: number } = {},
): Notifications {
  const stopping = new AbortController()
  const stopped = Promise.withResolvers<void>()
  let isHeard = false

  async function listen(): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: askMs,
    })
    client.on('error', () => ended.resolve())
    client.on('end', () => ended.resolve())
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      // Only what is connected is ended: the promise of a connection that was ended before it stood never settles.
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      heard(null)
      isHeard = !stopping.signal.aborted
      const over = Promise.race([ended.promise, stopped.promise]).then(() => true)
      while (!(await Promise.race([over, sleep(askMs, false, { ref: false })])))
        await Promise.race([over, client.query(`LISTEN ${channel}`)])
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
    isHeard: () => isHeard,
    async close() {
      stopping.abort()
      stopped.resolve()
      await listening
    },
  }
}
