import type { Migration } from '../migrate/migration.ts'
import { selectTagDay, tagDayColumns } from '../rollups/tag-day.ts'
import { tagCountColumns } from '../tag-counts/counts.ts'
import { tagReachColumns } from '../tag-counts/last-seen.ts'

const deduplicated = 'non_replicated_deduplication_window = 1000'

const tagDay = `(
  ${tagDayColumns.join(',\n  ')}
) ENGINE = {E:AggregatingMergeTree}
PARTITION BY (origin, day)
ORDER BY (tag, ip)
SETTINGS ${deduplicated}`

/** As selectTagDay, a row a session and tag: merging puts them together, where grouping all would take too much memory. */
const everySession = `
SELECT s.origin AS origin, toDate(s.first_packet) AS day, arrayJoin(s.tags) AS tag, s.src_ip AS ip,
  bitShiftLeft(toUInt32(1), toHour(s.first_packet)) AS hours
FROM {local}.sessions AS s WHERE s.published
SETTINGS max_partitions_per_insert_block = 0`

const tagCounts = (name: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${name} (
  ${tagCountColumns.join(',\n  ')}
) ENGINE = {E:MergeTree}
PARTITION BY day
ORDER BY (step, tag, start, classification)`

const tagReach = (name: string): string => `
CREATE TABLE IF NOT EXISTS {local}.${name} (
  ${tagReachColumns.join(',\n  ')}
) ENGINE = {E:MergeTree}
ORDER BY (tag, last, classification)`

/**
 * Puts exact addresses per tag, day and hour in the place of `tag_hour`'s sketches, and keeps counted what pages and trends
 * ask again and again (tagged/refresh.ts).
 */
export const tagActivity: Migration = {
  name: '009-tag-activity',
  statements: [
    'DROP VIEW IF EXISTS {local}.sessions_to_tag_hour SYNC',
    'DROP TABLE IF EXISTS {db}.tag_hour SYNC',
    'DROP TABLE IF EXISTS {local}.tag_hour SYNC',
    'DROP TABLE IF EXISTS {local}.tag_hour_staging SYNC',
    // Made whole or not at all, so that a second run counts nothing twice; the view comes after it.
    `CREATE OR REPLACE TABLE {local}.tag_day ${tagDay} AS ${everySession}`,
    `CREATE TABLE IF NOT EXISTS {local}.tag_day_staging ${tagDay}`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.sessions_to_tag_day TO {local}.tag_day AS ${selectTagDay('{local}.sessions')}`,
    tagCounts('tag_counts'),
    tagCounts('tag_counts_staging'),
    tagReach('tag_reach'),
    tagReach('tag_reach_staging'),
    // Days whose counts are older than their facts. Parts may merge while a round works: their days are counted once more.
    'CREATE TABLE IF NOT EXISTS {local}.tag_stale (day Date) ENGINE = {E:ReplacingMergeTree} ORDER BY day',
    'INSERT INTO {local}.tag_stale SELECT DISTINCT day FROM {local}.tag_day',
  ],
  distributed: { tag_day: 'ip', tag_counts: 'tag', tag_reach: 'tag' },
}
