import type { EngineAddress } from './launch/launch.ts'
import type { Bounds, Endpoint } from './query/connection.ts'
import { openQuerier, type Querier, type QuerierOptions } from './query/querier.ts'
import { userBounds } from './query/settings.ts'
import { clusterOf, singleMachine, type Topology } from './template.ts'
import type { LocksAcross } from './locks.ts'
import { openTraffic, type Traffic } from './traffic.ts'

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
  /** The same of `app`. */
  appOnHosts: Querier[]
  /** What of this process's statements tells without asking anything. */
  traffic: Traffic
  /** Where several server processes work on this store; without it, this one is alone (locks.ts). */
  across?: LocksAcross
  close(): Promise<void>
}

interface Common {
  /** Name of our database; "noisefloor" without it. */
  database?: string
  across?: LocksAcross
  onStatement?: QuerierOptions['onStatement']
  /** Seconds that the longest statement of a request may take, where they are more than the app's user has (query/settings.ts). */
  statementSeconds?: number
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

/** Launched engines as the shards of one cluster; the first is asked. */
export interface ShardsOptions extends Common {
  shards: readonly EngineAddress[]
  cluster: string
}

/** Opens the store; nothing is sent before the first statement. */
export function openAnalytics(options: LaunchedOptions | UrlOptions | ShardsOptions): Analytics {
  const database = options.database ?? 'noisefloor'
  const [topology, hosts] =
    'launched' in options ? [singleMachine(database), oneHost(options)] : manyHosts(options, database)
  const traffic = openTraffic()
  const { onWritten, onAnswered, onUnderWay } = traffic
  const querierFor = (endpoint: HostEndpoint, user: UserName): Querier =>
    openQuerier({
      endpoint: () => endpoint(user),
      topology,
      bounds: boundsOf(user, options.statementSeconds),
      onWritten,
      ...(endpoint === hosts[0] && { onAnswered, onUnderWay }),
      ...(options.onStatement && { onStatement: options.onStatement }),
    })
  const migrators = hosts.map((endpoint) => querierFor(endpoint, 'migrator'))
  const apps = hosts.map((endpoint) => querierFor(endpoint, 'app'))
  const [app, migrator] = [apps[0], migrators[0]]
  if (!app || !migrator) throw new Error('There is no host to ask.')
  const close = async (): Promise<void> => {
    for (const querier of [...apps, ...migrators]) await querier.close()
  }
  const { across } = options
  const onHosts = { hosts: migrators, appOnHosts: apps }
  return { app, migrator, ...onHosts, topology, database, traffic, close, ...(across && { across }) }
}

type UserName = keyof typeof userBounds

const boundsOf = (user: UserName, seconds = 0): Bounds =>
  user === 'app'
    ? { ...userBounds.app, seconds: Math.max(userBounds.app.seconds, seconds) }
    : userBounds[user]

type HostEndpoint = (user: UserName) => Endpoint | null

function oneHost({ launched }: LaunchedOptions): HostEndpoint[] {
  return [endpointsOf(typeof launched === 'function' ? launched : () => launched)]
}

function manyHosts(options: UrlOptions | ShardsOptions, database: string): [Topology, HostEndpoint[]] {
  if ('shards' in options) {
    const hosts = options.shards.map((address) => endpointsOf(() => address))
    return [clusterOf(database, options.cluster, false), hosts]
  }
  const topology = options.cluster
    ? clusterOf(database, options.cluster, options.replicated ?? false)
    : singleMachine(database)
  return [
    topology,
    options.url
      .split(',')
      .map(parseEndpoint)
      .map((endpoint) => () => endpoint),
  ]
}

/** Keeps one Endpoint object per engine and user, so that a querier reconnects exactly when the engine changed. */
function endpointsOf(address: () => EngineAddress | null): HostEndpoint {
  const known = new WeakMap<EngineAddress, Partial<Record<UserName, Endpoint>>>()
  return (user) => {
    const now = address()
    if (!now) return null
    const endpoints = known.get(now) ?? {}
    known.set(now, endpoints)
    const { name, password } = now.users[user]
    return (endpoints[user] ??= { url: now.url, header: now.header, user: name, password })
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
