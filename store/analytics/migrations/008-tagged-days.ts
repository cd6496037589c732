import type { Migration } from '../migrate/migration.ts'

/** With which rules the sessions of a day were last tagged, and how many sessions there were then (rebuild/settle.ts). */
export const taggedDays: Migration = {
  name: '008-tagged-days',
  statements: [
    `CREATE TABLE IF NOT EXISTS {local}.tagged_days (
  origin LowCardinality(String),
  day Date,
  rules String,
  sessions UInt64,
  earlier UInt64,
  at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = {E:ReplacingMergeTree(at)}
ORDER BY (origin, day)`,
  ],
}
