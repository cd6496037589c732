import type { Migration } from '../migrate/migration.ts'
import { firstColumns } from '../tables/first-columns.ts'
import {
  codes,
  firstRecord,
  indexes,
  moreCodes,
  selectFacetValues,
  selectTerms,
} from './frozen/document-search.ts'

const names = firstColumns.map(([name]) => name).join(', ')

/** Small blocks: these two are read at places far apart. */
const inBlocks = (bytes: number): string =>
  `SETTINGS (min_compress_block_size = ${bytes / 2}, max_compress_block_size = ${bytes})`

/** Words of which there are too many for one dictionary a part are counted faster as plain texts. */
const manyWords = new Set(['asn', 'city', 'region'])
const columns = firstColumns.map(([name, type]) => `${name} ${manyWords.has(name) ? 'String' : type}`)

/**
 * Generation 0 holds each document once; what was made since the last consolidation lies in later ones, which it replaces
 * (documents/consolidate.ts). Granules are small because pages read documents that lie far apart.
 */
const ips = (table: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${table} (
  ${columns.join(',\n  ')},
  version UInt64,
  gone UInt8,
  generation UInt32,
  codes Array(UInt64) DEFAULT ${codes} CODEC(LZ4) ${inBlocks(16_384)},
  more_codes Array(UInt64) DEFAULT ${moreCodes} CODEC(LZ4),
  record String DEFAULT ${firstRecord} CODEC(ZSTD(1)) ${inBlocks(32_768)},
  ${indexes.join(',\n  ')}
) ENGINE = {E:ReplacingMergeTree(version, gone)}
PARTITION BY generation
ORDER BY ip
SETTINGS index_granularity = 128`

/** Values of the lists of documents; how many addresses is as of the last consolidation, later ones on top. */
const terms = (table: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${table} (
  generation UInt32,
  field LowCardinality(String),
  value String,
  addresses SimpleAggregateFunction(sum, UInt64)
) ENGINE = {E:AggregatingMergeTree}
PARTITION BY generation
ORDER BY (field, value)
SETTINGS index_granularity = 1024`

/** The texts behind codes; few different ones, kept for good. */
const facetValues = `
CREATE TABLE IF NOT EXISTS {local}.facet_values (code UInt64, value String)
ENGINE = {E:ReplacingMergeTree} ORDER BY (code, value) SETTINGS index_granularity = 256`

/** Makes the document table what searches need, and keeps every value of its lists in `terms`. */
export const documentSearch: Migration = {
  name: '004-document-search',
  statements: [
    'RENAME TABLE IF EXISTS {local}.ips TO {local}.ips_before',
    ips('ips'),
    ips('ips_staging'),
    terms('terms'),
    terms('terms_staging'),
    facetValues,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.ips_to_facet_values TO {local}.facet_values AS ${selectFacetValues}`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.ips_to_terms TO {local}.terms AS ${selectTerms}`,
    // As if just refreshed; a second run of this statement adds the same versions once more, which count once.
    `INSERT INTO {local}.ips (${names}, version, gone, generation)
     SELECT ${names}, version, gone, 1 FROM {local}.ips_before FINAL`,
    'DROP TABLE IF EXISTS {local}.ips_before SYNC',
    // What distributes them on a cluster learns the new columns; on a single machine it is the table itself.
    `ALTER TABLE {db}.ips ADD COLUMN IF NOT EXISTS generation UInt32, ADD COLUMN IF NOT EXISTS codes Array(UInt64),
     ADD COLUMN IF NOT EXISTS more_codes Array(UInt64), ADD COLUMN IF NOT EXISTS record String`,
  ],
  distributed: { terms: 'value', facet_values: 'code' },
}
