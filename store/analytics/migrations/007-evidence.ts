import type { Migration } from '../migrate/migration.ts'
import { evidenceColumns } from '../tables/first-columns.ts'
import { recordWithEvidence } from './frozen/document-search.ts'

/**
 * Sources besides our own sessions. Rows of a source carry a version; the one that stands here counts, so that a list is
 * replaced at once. On every host, as the tag catalogue is.
 */
const evidenceSources = `
CREATE TABLE IF NOT EXISTS {local}.evidence_sources (
  name String,
  kind LowCardinality(String),
  trust LowCardinality(String),
  licence String,
  reference String,
  entries UInt64,
  imported DateTime('UTC'),
  version UInt64,
  gone UInt8
) ENGINE = {E:ReplacingMergeTree(version)} ORDER BY name`

const sightings = `
CREATE TABLE IF NOT EXISTS {local}.sightings (
  source LowCardinality(String),
  version UInt64,
  ip IPv6,
  tags Array(LowCardinality(String)),
  note String,
  first_seen DateTime('UTC'),
  last_seen DateTime('UTC')
) ENGINE = {E:MergeTree} PARTITION BY (source, version) ORDER BY ip SETTINGS index_granularity = 512`

const actors = `
CREATE TABLE IF NOT EXISTS {local}.actors (
  source LowCardinality(String),
  version UInt64,
  slug String,
  name String,
  category LowCardinality(String),
  reference String,
  names Array(String),
  agents Array(String),
  all_ranges UInt8,
  all_names UInt8
) ENGINE = {E:MergeTree} PARTITION BY (source, version) ORDER BY slug`

const actorRanges = `
CREATE TABLE IF NOT EXISTS {local}.actor_ranges (
  source LowCardinality(String),
  version UInt64,
  start IPv6,
  length UInt8,
  actor LowCardinality(String)
) ENGINE = {E:MergeTree} PARTITION BY (source, version) ORDER BY (start, length)`

/** Answers of the reverse DNS, the newest of an address counts. `state` "failed" is no answer and is asked again soon. */
const rdns = `
CREATE TABLE IF NOT EXISTS {local}.rdns (
  ip IPv6,
  state LowCardinality(String),
  name String,
  asked DateTime64(3, 'UTC'),
  until DateTime('UTC')
) ENGINE = {E:ReplacingMergeTree(asked)} ORDER BY ip SETTINGS index_granularity = 512`

/** Every change of a verdict and of what decides it; an empty `after` is an address that left the window. */
const verdictLog = `
CREATE TABLE IF NOT EXISTS {local}.verdict_log (
  ip IPv6,
  at DateTime64(3, 'UTC'),
  before LowCardinality(String),
  after LowCardinality(String),
  method LowCardinality(String),
  decided Array(String)
) ENGINE = {E:MergeTree} ORDER BY (ip, at) SETTINGS index_granularity = 512`

const added = evidenceColumns.map(([name, type]) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`).join(', ')
const searched = 'ADD INDEX IF NOT EXISTS by_sources sources TYPE text(tokenizer = array)'

/** Reverse names, actors, other people's sightings and the history of verdicts. */
export const evidence: Migration = {
  name: '007-evidence',
  statements: [
    evidenceSources,
    sightings,
    actors,
    actorRanges,
    rdns,
    verdictLog,
    ...['ips', 'ips_staging'].flatMap((table) => [
      `ALTER TABLE {local}.${table} ${added}`,
      `ALTER TABLE {local}.${table} ${searched}`,
      `ALTER TABLE {local}.${table} MODIFY COLUMN record DEFAULT ${recordWithEvidence}`,
    ]),
    `ALTER TABLE {db}.ips ${added}`,
  ],
  distributed: { sightings: 'ip', rdns: 'ip', verdict_log: 'ip' },
}
