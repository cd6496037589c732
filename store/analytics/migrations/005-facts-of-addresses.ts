import type { Migration } from '../migrate/migration.ts'

/**
 * What reference data says about addresses now, where it differs from what it said when their sessions came in: a JSON
 * array as in `ip_day.latest`, the latest version counts. Documents are made with it (documents/derive.ts).
 */
export const factsOfAddresses: Migration = {
  name: '005-facts-of-addresses',
  statements: [
    `CREATE TABLE IF NOT EXISTS {local}.ip_facts (ip IPv6, facts String CODEC(ZSTD(1)), version UInt64)
ENGINE = {E:ReplacingMergeTree(version)} ORDER BY ip SETTINGS index_granularity = 512`,
  ],
  distributed: { ip_facts: 'ip' },
}
