import type { Migration } from '../migrate/migration.ts'

/**
 * What sources say of CVEs, a row a source and CVE. A version of a source is one partition, read by nobody before the row in
 * `cve_sources` that publishes it: the switch is one insert. Granules are small because single CVEs are looked up.
 */
const facts = `
CREATE TABLE IF NOT EXISTS {local}.cve_facts (
  source LowCardinality(String),
  version UInt64,
  cve String,
  facts String CODEC(ZSTD(1))
) ENGINE = {E:MergeTree}
PARTITION BY (source, version)
ORDER BY cve
SETTINGS index_granularity = 256`

/** Each import that was taken, with what it changed; the highest version of a source is the one that stands. */
const sources = `
CREATE TABLE IF NOT EXISTS {local}.cve_sources (
  source LowCardinality(String),
  version UInt64,
  imported_at DateTime64(3, 'UTC'),
  rows UInt64,
  added UInt64,
  changed UInt64,
  removed UInt64,
  last String,
  data_date String
) ENGINE = {E:MergeTree}
ORDER BY (source, version)`

/** One EPSS score a CVE and week, the latest of it. Every host has all of it. */
const epss = `
CREATE TABLE IF NOT EXISTS {local}.cve_epss (
  cve String,
  week Date,
  day Date,
  score Float64
) ENGINE = {E:ReplacingMergeTree(day)}
ORDER BY (cve, week)
TTL week + INTERVAL 2 YEAR
SETTINGS index_granularity = 256`

/** Small beside sessions and asked for by CVE alone: each host of a cluster holds everything, as with the tag catalogue. */
export const cves: Migration = { name: '006-cves', statements: [facts, sources, epss] }
