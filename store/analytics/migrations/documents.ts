import { createHash } from 'node:crypto'
import { columnTypes } from '#model/ip-document/column.ts'
import { ipDocumentColumns, type NamedColumn } from '#model/ip-document/columns.ts'
import { codesSql, moreCodesSql, selectFacetValues } from '../ips/codes.ts'
import { indexesOf } from '../ips/indexed.ts'
import { recordSql } from '../ips/record.ts'
import type { Migration } from '../migrate/migration.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { selectIpDay } from '../rollups/ip-day.ts'
import { addedTo } from '../tables/ips.ts'
import { selectTerms } from '../tables/terms.ts'
import { keyedIpDay } from './frozen/keyed-ip-day.ts'

const adding = (columns: readonly NamedColumn[]): string =>
  columns.map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${name} ${columnTypes[type]}`).join(', ')

const view = (name: string, to: string, select: string): string[] => [
  `DROP VIEW IF EXISTS {local}.${name} SYNC`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.${name} TO {local}.${to} AS ${select}`,
]

/**
 * Views that say something else than before, made anew as in 013 and not with MODIFY QUERY: that would lose the deduplication of a
 * retry after a restart.
 */
function viewsOf(columns: readonly NamedColumn[], added: readonly NamedColumn[]): string[] {
  const sessions = selectIpDay('{local}.sessions', notBackscatter)
  return [
    ...(added.some(({ facet }) => facet !== undefined)
      ? view('ips_to_facet_values', 'facet_values', selectFacetValues('{local}.ips', columns))
      : []),
    ...(added.some(({ terms }) => terms)
      ? view('ips_to_terms', 'terms', selectTerms('{local}.ips', columns))
      : []),
    ...(sessions === keyedIpDay ? [] : view('sessions_to_ip_day', 'ip_day', sessions)),
  ]
}

/** What of the document table is made from the columns of one row. */
const computed = (columns: readonly NamedColumn[]): Readonly<Record<string, string>> => ({
  record: recordSql(columns),
  codes: codesSql(columns),
  more_codes: moreCodesSql(columns),
})

/**
 * The columns of the catalogue that no numbered migration made, with what follows from them. Numbered migrations never
 * change and never name these columns; this one is made from the catalogue, carries a sum of its statements in its name, and so
 * runs once for each state of the catalogue, behind all others. Each statement bears being run again. While there is nothing to
 * add there is no migration. Documents are made anew as after any other change of how they are derived
 * (server/run/rederive.ts).
 */
export function documentMigrations(columns = ipDocumentColumns): readonly Migration[] {
  const added = addedTo(columns)
  if (added.length === 0) return []
  const exported = added.filter(({ wire }) => wire)
  const statements = [
    ...['ips', 'ips_staging'].flatMap((table) => [
      `ALTER TABLE {local}.${table} ${adding(added)}`,
      ...indexesOf(added).map((index) => `ALTER TABLE {local}.${table} ADD INDEX IF NOT EXISTS ${index}`),
      ...Object.entries(computed(columns)).map(
        ([name, expr]) => `ALTER TABLE {local}.${table} MODIFY COLUMN ${name} DEFAULT ${expr}`,
      ),
    ]),
    // What distributes them on a cluster learns the new columns; on a single machine it is the table itself.
    `ALTER TABLE {db}.ips ${adding(added)}`,
    ...(exported.length === 0
      ? []
      : ['{local}', '{db}'].map((database) => `ALTER TABLE ${database}.export_rows ${adding(exported)}`)),
    ...viewsOf(columns, added),
  ]
  const sum = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 12)
  return [{ name: `900-documents-${sum}`, statements }]
}
