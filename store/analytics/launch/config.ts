import { randomUUID } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../query/define.ts'
import type { Secrets } from './secrets.ts'
import { localCollection, userNames, usersXml } from './users.ts'

export const headerName = 'X-Noisefloor'

/** An engine of ours calls itself by this and a name for each start, so that a lock tells which of its starts it is of. */
export const startPrefix = 'noisefloor-'

/** Two or more engines of one test that know each other over loopback TCP; nothing else opens such a listener. */
export interface ClusterOptions {
  name: string
  /** Position of this engine in `tcpPorts`, from 0. */
  shard: number
  tcpPorts: readonly number[]
  secret: string
}

export interface ConfigOptions {
  /** Root of everything the engine writes. */
  dir: string
  /** Folder of this one start. */
  runDir: string
  secrets: Secrets
  databases: readonly string[]
  /** Bytes the engine may use in all. */
  memory: number
  cluster?: ClusterOptions
  /** What its statements run under besides the usual. */
  settings?: Settings
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Writes config.xml and users.xml of one start, readable by us alone.
 * @returns path of config.xml
 */
export async function writeConfig(options: ConfigOptions): Promise<string> {
  const { dir, runDir } = options
  for (const folder of [
    dir,
    runDir,
    ...['log', 'scripts', 'files', 'schemas', 'tmp'].map((name) => join(dir, name)),
  ]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
  }
  const users = join(runDir, 'users.xml')
  const config = join(runDir, 'config.xml')
  const memory = { app: Math.floor(options.memory / 2), migrator: Math.floor(options.memory * 0.8) }
  await writeFile(
    users,
    usersXml({
      secrets: options.secrets,
      databases: options.databases,
      memory,
      sharded: options.cluster !== undefined,
      settings: options.settings ?? {},
    }),
    {
      mode: 0o600,
      flag: 'wx',
    },
  )
  await writeFile(config, configXml(options, users), { mode: 0o600, flag: 'wx' })
  return config
}

/**
 * The only HTTP rule demands our random header (a web page cannot set one without a preflight, which has no rule)
 * and one of our two users by name: `default` is thereby unreachable. Nothing is served by GET or OPTIONS.
 */
function configXml({ dir, secrets, memory, cluster }: ConfigOptions, users: string): string {
  const folder = (name: string): string => escapeXml(join(dir, name))
  return `<clickhouse>
  <users_config>${escapeXml(users)}</users_config>
  <listen_host>127.0.0.1</listen_host>
  <display_name>${startPrefix}${randomUUID()}</display_name>
  <http_handlers>
    <rule>
      <methods>POST</methods>
      <headers>
        <${headerName}>${secrets.header}</${headerName}>
        <X-ClickHouse-User>regex:^(${Object.values(userNames).join('|')})$</X-ClickHouse-User>
      </headers>
      <handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>
    </rule>
  </http_handlers>
  <access_control_improvements>
    <table_engines_require_grant>true</table_engines_require_grant>
    <select_from_system_db_requires_grant>true</select_from_system_db_requires_grant>
    <select_from_information_schema_requires_grant>true</select_from_information_schema_requires_grant>
    <on_cluster_queries_require_cluster_grant>true</on_cluster_queries_require_cluster_grant>
    <settings_constraints_replace_previous>true</settings_constraints_replace_previous>
  </access_control_improvements>
  <remote_url_allow_hosts><host>localhost</host></remote_url_allow_hosts>
  <named_collections>
    <${localCollection}>
      <user>${userNames.app}</user>
      <password>${secrets.app}</password>
    </${localCollection}>
  </named_collections>
  <logger><log>${folder('log/engine.log')}</log><size>10M</size><count>2</count></logger>
  <tmp_path>${folder('tmp')}/</tmp_path>
  <user_scripts_path>${folder('scripts')}/</user_scripts_path>
  <user_files_path>${folder('files')}/</user_files_path>
  <format_schema_path>${folder('schemas')}/</format_schema_path>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${memory}</max_server_memory_usage>
  <!-- It counts what the process holds; the usual 50 ms keep an idle one awake. -->
  <memory_worker_period_ms>1000</memory_worker_period_ms>
  ${restXml}
  <!-- Parts merge when about so many of a size lie there, 5 usually: small units were written again every five units (docs/decisions/0034). -->
  <merge_tree><merge_selector_base>10</merge_selector_base></merge_tree>
  <mark_cache_size>67108864</mark_cache_size>
  <index_mark_cache_size>16777216</index_mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <query_condition_cache_size>16777216</query_condition_cache_size>
  <shutdown_wait_unfinished>2</shutdown_wait_unfinished>${cluster ? clusterXml(cluster) : ''}
</clickhouse>
`
}

/**
 * What keeps an idle engine asleep. Nothing here is a stream, yet each table looks for work on one: once in ten minutes is enough. And in a pool of two
 * threads the usual ratio lets one table look at a time, and logs each that waits. How often they look for merges stays as it is: what asks for a
 * mutation of many parts waits for such a look, and holds locks meanwhile.
 */
const restXml = [
  ['background_schedule_pool_max_parallel_tasks_per_type_ratio', 1],
  ['background_streaming_processing_pool_thread_sleep_seconds_if_nothing_to_do', 600],
]
  .map(([name, value]) => `<${name}>${value}</${name}>`)
  .join('\n  ')

const clusterXml = ({ name, shard, tcpPorts, secret }: ClusterOptions): string => `
  <macros><shard>${shard + 1}</shard><replica>1</replica></macros>
  <remote_servers><${name}><secret>${secret}</secret>${tcpPorts
    .map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`)
    .join('')}</${name}></remote_servers>`
