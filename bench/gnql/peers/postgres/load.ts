import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import type { FilledStore } from '../../fill.ts'
import { secondsSince } from '../peer.ts'
import { isList, isText, searchedColumns } from '../searched.ts'
import { streamDocuments } from '../stream.ts'
import { type Copied, loweredName, searchedTable, wholeColumns } from './columns.ts'

/** Makes both tables with all indexes and statistics; says how long each step took. */
export async function loadDocuments(client: Client, url: string, filled: FilledStore): Promise<string> {
  const began = performance.now()
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await copy(client, url, filled, 'ips', searchedTable)
  const address = searchedTable.filter(({ name }) => name === 'address')
  await copy(client, url, filled, 'documents', [...address, ...wholeColumns])
  const copied = secondsSince(began)
  const indexing = performance.now()
  for (const statement of ['ANALYZE ips', ...(await madeTerms())]) await client.query(statement)
  const statements = await indexStatements(client)
  for (const statement of statements) await client.query(statement)
  const indexed = secondsSince(indexing)
  await client.query('VACUUM (ANALYZE)')
  const size = await client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  )
  return `COPY ${copied}, ${statements.length} indexes ${indexed}, all ${secondsSince(began)}, ${size.rows[0]?.size}`
}

async function copy(
  client: Client,
  url: string,
  filled: FilledStore,
  table: string,
  columns: readonly Copied[],
): Promise<void> {
  // Not logged: nothing here outlives the run, and writing is not what is measured.
  await client.query(
    `CREATE UNLOGGED TABLE ${table} (${columns.map(({ name, type }) => `${name} ${type} ${type === 'double precision' ? '' : 'NOT NULL'}`).join(', ')})`,
  )
  const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', `COPY ${table} FROM STDIN`, url], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(psql, 'exit')
  const documents = await streamDocuments(
    filled,
    columns.map(({ from }) => from),
  )
  await pipeline(documents, psql.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`psql could not copy into ${table}.`)
}

/** Each value of the lists of texts once, so that a wildcard becomes the few values it stands for. */
async function madeTerms(): Promise<string[]> {
  const lists = searchedColumns.filter((column) => isText(column) && isList(column)).map(loweredName)
  return [
    'CREATE UNLOGGED TABLE terms (field text NOT NULL, value text NOT NULL)',
    ...lists.map((name) => `INSERT INTO terms SELECT DISTINCT '${name}', unnest(${name}) FROM ips`),
    'CREATE INDEX ON terms (field, value)',
    'CREATE INDEX ON terms USING gin (value gin_trgm_ops)',
  ]
}

/** One for every column that has more than one value: GIN over lists, btree else, trigrams for long texts. */
async function indexStatements(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT attname AS name FROM pg_stats WHERE tablename = 'ips' AND n_distinct NOT IN (0, 1)",
  )
  const varied = new Set(rows.map(({ name }) => name))
  return [
    'CREATE UNIQUE INDEX ON ips (address)',
    'CREATE UNIQUE INDEX ON documents (address)',
    ...searchedColumns
      .filter((column) => varied.has(loweredNameOf(column)))
      .flatMap((column) => {
        const name = loweredNameOf(column)
        const own = `CREATE INDEX ON ips ${isList(column) ? `USING gin (${name})` : `(${name})`}`
        const trigrams = `CREATE INDEX ON ips USING gin (${name} gin_trgm_ops)`
        return column.shape === 'text' && longTexts.has(name) ? [own, trigrams] : [own]
      }),
  ]
}

const longTexts: ReadonlySet<string> = new Set([
  'organization_lower',
  'rdns',
  'rdns_parent',
  'city',
  'domain',
])

const loweredNameOf = (column: (typeof searchedColumns)[number]): string =>
  isText(column) ? loweredName(column) : column.name.replace('.', '_')
