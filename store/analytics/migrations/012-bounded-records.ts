import type { Migration } from '../migrate/migration.ts'
import { cutSql, isUncutSql } from '../rollups/bounds.ts'

const uncut = isUncutSql('substring(k, 2)')

/**
 * What sources write themselves is cut on its way into `ip_day`, and what lies there already is cut in place. Values that
 * have the form of a cut one are left alone, so that a second run changes nothing. Documents follow by being made anew
 * (server/run/rederive.ts). The view that fills `ip_day` was made anew by 010, cut included; MODIFY QUERY would lose the
 * deduplication of a retry after a restart (documents/crash.test.ts).
 */
export const boundedRecords: Migration = {
  name: '012-bounded-records',
  statements: [
    `ALTER TABLE {local}.ip_day
UPDATE facts = mapFromArrays(
  arrayMap(k -> if(${uncut}, concat(substring(k, 1, 1), ${cutSql('substring(k, 2)')}), k), mapKeys(facts)), mapValues(facts))
WHERE arrayExists(k -> ${uncut}, mapKeys(facts)) SETTINGS mutations_sync = 2`,
  ],
}
