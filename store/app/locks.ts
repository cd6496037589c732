import type { Pool, PoolClient } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#model/errors.ts'
import { notConnected } from './away.ts'

/**
 * What the server processes on one PostgreSQL must not do at the same time. Advisory locks of a connection: they end with
 * the process that holds them, at once, and a process that is merely slow keeps them, which a lease that runs out could
 * not promise. A pooler between must give each client a connection of its own.
 */
export interface SharedLocks {
  /**
   * Runs `run` while nobody else holds `name`; holders that are `shared` keep out only those who are not.
   * @throws Refusal "busy" when the connection broke meanwhile, so that another may have come in: do it again
   */
  withLock<T>(name: string, run: () => Promise<T>, options: { shared: boolean }): Promise<T>
  /** Strives for `name` and keeps it as long as it can: of all processes one leads. Resolves when it has asked once. */
  electLeader(name: string): Promise<Leadership>
}

export interface Leadership {
  leads(): boolean
  stop(): Promise<void>
}

/** "nois": ours among the advisory locks of the database. */
const ours = 0x6e6f6973
const names = [
  'consolidation',
  'documents',
  'sessions',
  'counts',
  'background',
  'demo',
  'secret-key',
  'files-folder',
]

const keyOf = (name: string): [number, number] => {
  const at = names.indexOf(name)
  if (at < 0) throw new Error(`There is no lock called "${name}".`)
  return [ours, at]
}

const beatMs = 5000

export function openLocks(pool: Pool): SharedLocks {
  return {
    async withLock(name, run, { shared }) {
      const kind = shared ? '_shared' : ''
      const held = await connect(pool)
      try {
        await held.client.query(`SELECT pg_advisory_lock${kind}($1, $2)`, keyOf(name))
        const result = await run()
        const { rows } = await held.client
          .query<{ was: boolean }>(`SELECT pg_advisory_unlock${kind}($1, $2) AS was`, keyOf(name))
          .catch(() => ({ rows: [] }))
        if (rows[0]?.was !== true) throw refuse('busy', 'The database went away meanwhile, try again.')
        held.release()
        return result
      } catch (error) {
        // The connection goes, and with it whatever it holds.
        held.release(true)
        throw error
      }
    },
    async electLeader(name) {
      const stopping = new AbortController()
      let leading = false
      const asked = Promise.withResolvers<void>()
      const pause = (): Promise<unknown> =>
        sleep(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      /** A line that is dead without having ended answers nothing. */
      const answers = ({ client }: Held): Promise<boolean> =>
        Promise.race([client.query('SELECT 1').then(() => true), pause().then(() => false)])
      const strive = async (): Promise<void> => {
        const held = await connect(pool)
        try {
          const { rows } = await held.client.query<{ won: boolean }>(
            'SELECT pg_try_advisory_lock($1, $2) AS won',
            keyOf(name),
          )
          leading = rows[0]?.won === true
          asked.resolve()
          while (leading && !stopping.signal.aborted) {
            await pause()
            leading = !held.isBroken() && (await answers(held))
          }
        } finally {
          leading = false
          held.release(true)
        }
      }
      const running = (async () => {
        while (!stopping.signal.aborted) {
          await strive().catch(() => undefined)
          asked.resolve()
          await pause()
        }
      })()
      await asked.promise
      return {
        leads: () => leading,
        async stop() {
          stopping.abort()
          await running
        },
      }
    },
  }
}

interface Held {
  client: PoolClient
  isBroken(): boolean
  release(destroy?: boolean): void
}

/** A connection of the pool for as long as something is held by it. Unheard, its breaking would end the process. */
async function connect(pool: Pool): Promise<Held> {
  const client = await pool.connect().catch(notConnected)
  let broken = false
  let released = false
  const onError = (): void => {
    broken = true
  }
  client.on('error', onError)
  return {
    client,
    isBroken: () => broken,
    release(destroy = false) {
      if (released) return
      released = true
      client.release(destroy || broken)
      if (!destroy && !broken) client.off('error', onError)
    },
  }
}
