import type { EngineAddress } from './launch/launch.ts'
import { type Endpoint, openQuerier, type Querier, type QuerierOptions } from './query/querier.ts'
import { clusterOf, singleMachine, type Topology } from './template.ts'

/** The analytics store, opened: two ways to ask, by what one may do. */
export interface Analytics {
  /** Reads, inserts and the named repairs; what verbs use. */
  app: Querier
  /** Makes and changes tables; migrations, rebuilds and swaps use it. */
  migrator: Querier
  /** The database one reads and inserts into. */
  database: string
  topology: Topology
  /** A migrator for each host that holds data; on a single machine just `migrator`. */
  hosts: Querier[]
  close(): Promise<void>
}

interface Common {
  /** Name of our database; "noisefloor" without it. */
  database?: string
  onStatement?: QuerierOptions['onStatement']
}

/** A launched engine; as a function where a supervisor may replace it (null while there is none). */
export interface LaunchedOptions extends Common {
  launched: EngineAddress | (() => EngineAddress | null)
}

export interface UrlOptions extends Common {
  /** "http://user:password@host:8123"; several separated by commas name the hosts of a cluster, the first is asked. */
  url: string
  /** As `system.clusters` names it; without it the server stands alone. */
  cluster?: string
  replicated?: boolean
}

const appTimeout = 65_000
const migratorTimeout = 1_805_000

/** Opens the store; nothing is sent before the first statement. */
export function openAnalytics(options: LaunchedOptions | UrlOptions): Analytics {
  const database = options.database ?? 'noisefloor'
  if ('launched' in options) {
    const topology = singleMachine(database)
    const { launched } = options
    const address = typeof launched === 'function' ? launched : () => launched
    const ask = (user: 'app' | 'migrator', timeout: number): Querier =>
      openQuerier({ endpoint: endpointOf(address, user), topology, timeout, ...watching(options) })
    const migrator = ask('migrator', migratorTimeout)
    return analytics(topology, ask('app', appTimeout), migrator, [migrator])
  }
  const topology = options.cluster
    ? clusterOf(database, options.cluster, options.replicated ?? false)
    : singleMachine(database)
  const endpoints = options.url.split(',').map(parseEndpoint)
  const ask = (endpoint: Endpoint, timeout: number): Querier =>
    openQuerier({ endpoint: () => endpoint, topology, timeout, ...watching(options) })
  const hosts = endpoints.map((endpoint) => ask(endpoint, migratorTimeout))
  const [first, migrator] = [endpoints[0], hosts[0]]
  if (!first || !migrator) throw new Error('CLICKHOUSE_URL is empty.')
  return analytics(topology, ask(first, appTimeout), migrator, hosts)
}

function analytics(topology: Topology, app: Querier, migrator: Querier, hosts: Querier[]): Analytics {
  const close = async (): Promise<void> => {
    for (const querier of new Set([app, migrator, ...hosts])) await querier.close()
  }
  return { app, migrator, hosts, topology, database: topology.database, close }
}

const watching = ({ onStatement }: Common): Pick<QuerierOptions, 'onStatement'> =>
  onStatement ? { onStatement } : {}

/** Keeps one Endpoint object per engine, so that a querier reconnects exactly when the engine changed. */
function endpointOf(address: () => EngineAddress | null, user: 'app' | 'migrator'): () => Endpoint | null {
  let known: { of: EngineAddress; endpoint: Endpoint } | null = null
  return () => {
    const now = address()
    if (!now) return null
    if (known?.of !== now) {
      const { name, password } = now.users[user]
      known = { of: now, endpoint: { url: now.url, header: now.header, user: name, password } }
    }
    return known.endpoint
  }
}

function parseEndpoint(text: string): Endpoint {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    // Without the text: it may hold a password.
    throw new Error('CLICKHOUSE_URL must look like http://user:password@host:8123.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('CLICKHOUSE_URL must be http or https.')
  const user = url.username === '' ? 'default' : decodeURIComponent(url.username)
  return { url: url.origin, user, password: decodeURIComponent(url.password) }
}
