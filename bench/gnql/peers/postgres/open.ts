import { availableParallelism, totalmem } from 'node:os'
import { Client, Pool } from 'pg'
import { startTestPostgres } from '#store/app/testing.ts'
import { postgresPrograms } from '#store/testing/postgres-programs.ts'
import type { FilledStore } from '../../fill.ts'
import { meaningOf } from '../meaning.ts'
import type { Peer } from '../peer.ts'
import { loadDocuments } from './load.ts'
import { askPage } from './page.ts'

const megabytes = (share: number): string => `${Math.floor((totalmem() * share) / 2 ** 20)}MB`

/** As a careful operator would set it for reading on this machine. */
const settings = (): Record<string, string> => ({
  shared_buffers: megabytes(0.2),
  effective_cache_size: megabytes(0.6),
  work_mem: '256MB',
  hash_mem_multiplier: '2',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.1',
  effective_io_concurrency: '200',
  jit: 'off',
  max_worker_processes: String(availableParallelism() + 4),
  max_parallel_workers: String(availableParallelism()),
  max_parallel_workers_per_gather: String(availableParallelism()),
  max_parallel_maintenance_workers: String(availableParallelism()),
  default_statistics_target: '500',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
})

/**
 * PostgreSQL with the filled documents, from the system's own programs; null, with one line said, where there are none.
 * `now` in milliseconds is what "last_seen:1d" counts from.
 */
export async function openPostgres(filled: FilledStore, now: number): Promise<Peer | null> {
  if (postgresPrograms() === null) {
    console.log('No PostgreSQL on this machine (initdb): it is left out.')
    return null
  }
  const server = await startTestPostgres({ settings: settings(), ctype: 'C.UTF-8' })
  try {
    const url = await server.freshDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    const loaded = await loadDocuments(client, url, filled).finally(() => client.end())
    const pool = new Pool({ connectionString: url, max: 16, statement_timeout: 60_000 })
    // What idle connections hear when the server stops.
    pool.on('error', () => undefined)
    pool.on('connect', (connection) => connection.on('error', () => undefined))
    return {
      name: `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`,
      loaded,
      page: (query) => askPage(pool, meaningOf(query, now)),
      async close() {
        await pool.end()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
