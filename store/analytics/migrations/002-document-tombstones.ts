import type { Migration } from '../migrate/migration.ts'

/** Lets the nightly job merge away the tombstones of removed documents for good (ReplacingMergeTree's CLEANUP). */
export const documentTombstones: Migration = {
  name: '002-document-tombstones',
  statements: ['ALTER TABLE {local}.ips MODIFY SETTING allow_experimental_replacing_merge_with_cleanup = 1'],
}
