import type { Migration } from '../migrate/migration.ts'
import { firstColumns } from '../tables/first-columns.ts'
import { ipDayColumns } from '../rollups/ip-day.ts'
import { firstIpDay } from './frozen/ip-day.ts'
import { selectTagHour, tagHourColumns } from './frozen/tag-hour.ts'
import { tagsColumn } from '../tables/sessions.ts'
import { firstSessionColumns } from './frozen/session-columns.ts'

/** Blocks remembered by token, so that a crash retry of an insert and of its views never counts twice. */
const deduplicated = 'non_replicated_deduplication_window = 1000'

const compressed: Record<string, string> = {
  first_packet: 'CODEC(Delta, ZSTD(1))',
  src_payload: 'CODEC(ZSTD(1))',
}

const sessions = (name: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${name} (
  ${firstSessionColumns.map(({ name, type }) => `${name} ${type} ${compressed[name] ?? ''}`).join(',\n  ')},
  ${tagsColumn.name} ${tagsColumn.type},
  INDEX by_source src_ip TYPE bloom_filter(0.01) GRANULARITY 4,
  INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 4
) ENGINE = {E:MergeTree}
PARTITION BY (origin, toDate(first_packet))
ORDER BY (workspace, toStartOfHour(first_packet), src_ip, first_packet)
SETTINGS ${deduplicated}`

/**
 * Partitions are months: a refresh finds the days of an address in at most four of them, and `rebuild` can still
 * replace a day by rewriting its month. Fine granules and compact parts (all columns of a granule side by side),
 * because refreshes read whole rows of scattered addresses.
 */
const ipDay = (name: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${name} (
  ${ipDayColumns.join(',\n  ')}
) ENGINE = {E:AggregatingMergeTree}
PARTITION BY (origin, toYYYYMM(day))
ORDER BY (ip, day)
SETTINGS index_granularity = 32, min_bytes_for_wide_part = 1000000000000, ${deduplicated}`

const tagHour = (name: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${name} (
  ${tagHourColumns.join(',\n  ')}
) ENGINE = {E:AggregatingMergeTree}
PARTITION BY (origin, toDate(hour))
ORDER BY (tag, hour)
SETTINGS ${deduplicated}`

const ipLife = `
CREATE TABLE IF NOT EXISTS {local}.ip_life (
  origin LowCardinality(String),
  ip IPv6,
  first_seen SimpleAggregateFunction(min, UInt32)
) ENGINE = {E:AggregatingMergeTree}
PARTITION BY origin
ORDER BY ip
SETTINGS index_granularity = 512, ${deduplicated}`

/**
 * Addresses whose document is older than their facts. A part lives until the refresh that read it has written. It
 * remembers no tokens: marking twice costs a little, a mark taken for a repetition would leave a document stale. Its
 * parts are never merged: one merged with newer marks while a refresh works on it would have all of it made again.
 */
const ipDirty = `
CREATE TABLE IF NOT EXISTS {local}.ip_dirty (ip IPv6) ENGINE = {E:MergeTree} ORDER BY ip
SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`

const ips = `
CREATE TABLE IF NOT EXISTS {local}.ips (
  ${firstColumns.map(([name, type]) => `${name} ${type}`).join(',\n  ')},
  version UInt64,
  gone UInt8,
  ${['tags', 'cves', 'ja3_fingerprint', 'tls_ja4', 'hassh_fingerprint']
    .map((name) => `INDEX by_${name} ${name} TYPE text(tokenizer = array)`)
    .join(',\n  ')}
) ENGINE = {E:ReplacingMergeTree(version, gone)}
ORDER BY ip
SETTINGS index_granularity = 1024`

const tagCatalogue = `
CREATE TABLE IF NOT EXISTS {local}.tag_catalogue (
  version UInt64,
  slug String, name String, category LowCardinality(String), intention LowCardinality(String),
  actor String, cves Array(String)
) ENGINE = {E:MergeTree} PARTITION BY version ORDER BY slug`

const views = [
  `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.sessions_to_ip_day TO {local}.ip_day AS ${firstIpDay}`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.sessions_to_tag_hour TO {local}.tag_hour AS ${selectTagHour('{local}.sessions')}`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.sessions_to_ip_life TO {local}.ip_life AS
SELECT s.origin AS origin, s.src_ip AS ip, toUInt32(toUnixTimestamp(min(s.first_packet))) AS first_seen
FROM {local}.sessions AS s WHERE s.published GROUP BY origin, ip`,
]

/**
 * Sessions and what is derived from them. The texts are made from the column lists of this folder's neighbours; once
 * published, a list changes only together with a migration that amends the tables (the runner refuses otherwise).
 */
export const sessionsAndRollups: Migration = {
  name: '001-sessions-and-rollups',
  statements: [
    sessions('sessions'),
    sessions('sessions_staging'),
    ipDay('ip_day'),
    ipDay('ip_day_staging'),
    tagHour('tag_hour'),
    tagHour('tag_hour_staging'),
    ipLife,
    ipDirty,
    ips,
    tagCatalogue,
    ...views,
  ],
  distributed: {
    sessions: 'src_ip',
    ip_day: 'ip',
    ip_life: 'ip',
    ip_dirty: 'ip',
    ips: 'ip',
    tag_hour: 'tag',
  },
}
