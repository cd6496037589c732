import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'

export interface KillerOptions {
  /** The connection for it: statements wait for one of 32, and what ends them must not wait behind them. */
  client: () => ClickHouseClient
  /** Milliseconds between two looks. */
  intervalMs?: number
  /** How often a statement is looked for before it is believed to be over, or never to come. */
  looks?: number
}

export interface Killer {
  kill(queryId: string): void
  /** No look begins from here on. */
  stop(): void
}

/**
 * Ends statements whose callers left. Closing the connection ends only those that report progress; one that computes must be
 * told, and a statement may still be on its way when its caller leaves: so each is looked for several times, all of them in
 * one question.
 */
export function openKiller({ client, intervalMs = 250, looks = 40 }: KillerOptions): Killer {
  /** How many looks are left for each. */
  const wanted = new Map<string, number>()
  let running = false

  async function look(): Promise<void> {
    const query_params = { ids: [...wanted.keys()] }
    const query = 'SELECT query_id FROM system.processes WHERE has({ids: Array(String)}, query_id)'
    const answer = await client().query({ query, query_params, format: 'JSONEachRow' })
    const ids = (await answer.json<{ query_id: string }>()).map(({ query_id }) => query_id)
    if (ids.length === 0) return
    await client().command({
      query: 'KILL QUERY WHERE has({ids: Array(String)}, query_id) ASYNC FORMAT Null',
      query_params: { ids },
    })
    for (const id of ids) wanted.delete(id)
  }

  async function run(): Promise<void> {
    while (wanted.size > 0) {
      for (const [id, left] of wanted) {
        if (left === 0) wanted.delete(id)
        else wanted.set(id, left - 1)
      }
      // An engine that cannot be asked may be asked a little later; at last the statement's time limit ends it.
      if (wanted.size > 0) await look().catch(() => undefined)
      await sleep(intervalMs, undefined, { ref: false })
    }
    running = false
  }

  return {
    kill(queryId) {
      wanted.set(queryId, looks)
      if (running) return
      running = true
      void run()
    },
    stop: () => wanted.clear(),
  }
}
