import type { Migration } from '../migrate/migration.ts'
import { cutSql, isUncutSql } from '../rollups/bounds.ts'
import { asked } from '../rollups/asked.ts'
import { selectIpDay } from '../rollups/ip-day.ts'

const uncut = isUncutSql('substring(k, 2)')

/**
 * What sources write themselves is cut on its way into `ip_day`, and what lies there already is cut in place. Values that
 * have the form of a cut one are left alone, so that a second run changes nothing. Documents follow by being made anew
 * (server/run/remake.ts).
 */
export const boundedRecords: Migration = {
  name: '012-bounded-records',
  statements: [
    `ALTER TABLE {local}.sessions_to_ip_day MODIFY QUERY ${selectIpDay('{local}.sessions', asked)}`,
    `ALTER TABLE {local}.ip_day
UPDATE facts = mapFromArrays(
  arrayMap(k -> if(${uncut}, concat(substring(k, 1, 1), ${cutSql('substring(k, 2)')}), k), mapKeys(facts)), mapValues(facts))
WHERE arrayExists(k -> ${uncut}, mapKeys(facts)) SETTINGS mutations_sync = 2`,
  ],
}
