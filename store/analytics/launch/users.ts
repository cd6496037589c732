import type { Settings } from '../query/define.ts'
import { statementSettings, userBounds } from '../query/settings.ts'
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
  'detached_parts',
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

function grants(databases: readonly string[], sharded: boolean): { migrator: string[]; app: string[] } {
  const system = systemTables.map((table) => `GRANT SELECT ON system.${table}`)
  return {
    migrator: [
      ...grantsOf(
        'SHOW, SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, CREATE DICTIONARY, DROP DATABASE, ' +
          'DROP TABLE, DROP VIEW, DROP DICTIONARY, TRUNCATE, OPTIMIZE, CHECK, dictGet, SYSTEM VIEWS',
        databases,
      ),
      ...tableEngines.map((engine) => `GRANT TABLE ENGINE ON ${engine}`),
      // Cannot be granted on one database; it reloads dictionaries and nothing else.
      'GRANT SYSTEM RELOAD DICTIONARY ON *.*',
      `GRANT NAMED COLLECTION ON ${localCollection}`,
      ...(sharded ? ['GRANT READ, WRITE ON REMOTE'] : []),
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
  /** Names of our databases. */
  databases: readonly string[]
  /** Bytes one statement may use, by user. */
  memory: { app: number; migrator: number }
  /** True between the shards of a test: Distributed tables may then be made. */
  sharded: boolean
  settings: Settings
}

/**
 * The users file of one start. `default` is what the engine's own command line logs in as: it has no password, may
 * start the listener and read the standard input, and no request over HTTP can be it (config.ts).
 */
export function usersXml({ secrets, databases, memory, sharded, settings }: UsersOptions): string {
  const allowed = grants(databases, sharded)
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
      <http_max_fields>100000</http_max_fields>
      <allow_introspection_functions>0</allow_introspection_functions>
    </default>
    <app>${profile(memory.app, userBounds.app, settings)}</app>
    <migrator>${profile(memory.migrator, userBounds.migrator, settings)}</migrator>
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

function profile(memory: number, bounds: { seconds: number; rows: number }, settings: Settings): string {
  return Object.entries({ ...statementSettings(bounds), ...settings, max_memory_usage: memory })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
}
