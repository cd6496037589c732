/**
 * One set of SQL texts serves one machine and a cluster. Templates hold three kinds of holes beside the engine's own
 * `{name:Type}` parameters: `{db}` the database one reads and inserts into, `{local}` the database that holds this
 * host's part (the same one on a single machine), `{E:MergeTree}` a table engine, replicated where there are replicas.
 */
export interface Topology {
  database: string
  local: string
  /** Name of the cluster as `system.clusters` lists it, null on a single machine. */
  cluster: string | null
  /** Whether tables are replicated within a shard (needs Keeper). */
  replicated: boolean
}

const databaseName = /^[a-z][a-z0-9_]{0,60}$/

export function singleMachine(database: string): Topology {
  return { database: checked(database), local: checked(database), cluster: null, replicated: false }
}

export function clusterOf(database: string, cluster: string, replicated: boolean): Topology {
  return {
    database: checked(database),
    local: checked(`${database}_local`),
    cluster: checked(cluster),
    replicated,
  }
}

function checked(name: string): string {
  if (!databaseName.test(name)) throw new Error(`"${name}" cannot name an analytics database or cluster.`)
  return name
}

/** Fills the holes of a template written by us; never given text from outside. */
export function render(sql: string, topology: Topology): string {
  return sql
    .replaceAll('{db}', topology.database)
    .replaceAll('{local}', topology.local)
    .replaceAll(/\{E:(\w+)(?:\(([^()]*)\))?\}/g, (_, engine: string, args: string | undefined) =>
      engineName(engine, args ?? '', topology),
    )
}

function engineName(engine: string, args: string, { local, replicated }: Topology): string {
  if (!replicated) return args === '' ? engine : `${engine}(${args})`
  // {shard}, {replica}, {database} and {table} are macros of the server; {uuid} keeps a re-created table apart.
  const path = `'/clickhouse/tables/${local}/{shard}/{table}/{uuid}', '{replica}'`
  return `Replicated${engine}(${args === '' ? path : `${path}, ${args}`})`
}
