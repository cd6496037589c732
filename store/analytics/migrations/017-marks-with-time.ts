import type { Migration } from '../migrate/migration.ts'

/**
 * How long sessions have waited to be counted: of several marks of a day the oldest says it. Every day is marked in the new table, also
 * those of which nothing but counts is left, since whoever runs beside may mark the old one until then.
 */
export const marksWithTime: Migration = {
  name: '017-marks-with-time',
  statements: [
    `CREATE OR REPLACE TABLE {local}.tag_stale (day Date, since SimpleAggregateFunction(min, DateTime) DEFAULT now())
ENGINE = {E:AggregatingMergeTree} ORDER BY day`,
    'INSERT INTO {local}.tag_stale (day) SELECT day FROM {local}.tag_day UNION DISTINCT SELECT day FROM {local}.tag_counts',
  ],
  distributed: { tag_stale: 'day' },
}
