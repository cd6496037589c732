import { passwordHash, type Secrets } from './secrets.ts'

export const userNames = { migrator: 'migrator', app: 'app' } as const

/** Table engines that migrations may use; each needs a grant of its own. */
const tableEngines = [
  'MergeTree',
  'ReplacingMergeTree',
  'AggregatingMergeTree',
  'SummingMergeTree',
  'Distributed',
  'Dictionary',
  'MaterializedView',
  'View',
  'Null',
  'Atomic',
]

/** System tables that carry no secret and that migrations, repairs and health checks read. */
const systemTables = [
  'clusters',
  'columns',
  'databases',
  'dictionaries',
  'merges',
  'mutations',
  'parts',
  'processes',
  'settings',
  'table_functions',
  'tables',
]

export const localCollection = 'noisefloor_local'

const grantsOf = (privileges: string, databases: readonly string[]): string[] =>
  databases.map((database) => `GRANT ${privileges} ON ${database}.*`)

function grants(databases: readonly string[]): { migrator: string[]; app: string[] } {
  const system = systemTables.map((table) => `GRANT SELECT ON system.${table}`)
  return {
    migrator: [
      ...grantsOf(
        'SHOW, SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, CREATE DICTIONARY, DROP DATABASE, ' +
          'DROP TABLE, DROP VIEW, DROP DICTIONARY, TRUNCATE, OPTIMIZE, dictGet, SYSTEM VIEWS',
        databases,
      ),
      ...tableEngines.map((engine) => `GRANT TABLE ENGINE ON ${engine}`),
      // Cannot be granted on one database; it reloads dictionaries and nothing else.
      'GRANT SYSTEM RELOAD DICTIONARY ON *.*',
      `GRANT NAMED COLLECTION ON ${localCollection}`,
      ...system,
    ],
    app: [
      // The named ALTERs: lightweight and partition deletes, replacing a partition, moving one between our tables.
      ...grantsOf(
        'SELECT, INSERT, ALTER DELETE, ALTER UPDATE, ALTER MOVE PARTITION, TRUNCATE, OPTIMIZE, dictGet',
        databases,
      ),
      ...system,
    ],
  }
}

export interface UsersOptions {
  secrets: Secrets
  /** Names of our databases; a trailing "*" stands for any ending (tests make many). */
  databases: readonly string[]
  /** Bytes one statement may use, by user. */
  memory: { app: number; migrator: number }
}

/**
 * The users file of one start. `default` is what the engine's own command line logs in as: it has no password, may
 * start the listener and read the standard input, and no request over HTTP can be it (config.ts).
 */
export function usersXml({ secrets, databases, memory }: UsersOptions): string {
  const allowed = grants(databases)
  const user = (name: string, password: string, queries: readonly string[]): string => `
    <${name}>
      <password_sha256_hex>${passwordHash(password)}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>${name}</profile>
      <quota>default</quota>
      <grants>${queries.map((query) => `<query>${query}</query>`).join('')}</grants>
    </${name}>`
  return `<clickhouse>
  <profiles>
    <default>
      <http_max_uri_size>8388608</http_max_uri_size>
      <http_max_field_value_size>4194304</http_max_field_value_size>
      <allow_introspection_functions>0</allow_introspection_functions>
    </default>
    <app>${profile(memory.app, 60, 1_000_000)}</app>
    <migrator>${profile(memory.migrator, 1800, 0)}</migrator>
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <no_password/>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN ON *.*</query>
        <query>GRANT CREATE TEMPORARY TABLE ON *.*</query>
        <query>GRANT READ ON FILE</query>
      </grants>
    </default>${user(userNames.migrator, secrets.migrator, allowed.migrator)}${user(userNames.app, secrets.app, allowed.app)}
  </users>
</clickhouse>
`
}

/** `rows`: rows one answer may have, 0 for any number; `seconds`: time one statement may take. */
function profile(memory: number, seconds: number, rows: number): string {
  const settings: Record<string, string | number> = {
    async_insert: 0,
    cancel_http_readonly_queries_on_client_close: 1,
    output_format_json_quote_64bit_integers: 1,
    max_execution_time: seconds,
    max_memory_usage: memory,
    max_result_rows: rows,
    result_overflow_mode: 'throw',
    max_query_size: 4_194_304,
    max_ast_elements: 500_000,
    max_expanded_ast_elements: 2_000_000,
    // A rule's pattern may be one that Vectorscan holds for costly; slow is better than refused at ingest.
    reject_expensive_hyperscan_regexps: 0,
    distributed_foreground_insert: 1,
    prefer_localhost_replica: 1,
  }
  return Object.entries(settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
}
