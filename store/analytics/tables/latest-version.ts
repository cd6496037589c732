import type { Settings } from '../query/define.ts'

/**
 * The documents as they stand, one an address, without merging on the way (FINAL): most lie once and for all in generation
 * 0, those made since the last consolidation (documents/consolidate.ts) in later ones, perhaps several times. What a later
 * generation knows hides what generation 0 says; of several, the newest counts; a removed one counts for nothing. FINAL over
 * the whole table gives the same, but has to look at every address, which costs a tenth of a second at four million.
 *
 * `rest` ends both halves ("ORDER BY … LIMIT …"). The predicate goes into `{{where}}`.
 */
export const currentDocuments = (columns: string, rest = ''): string => `(
  SELECT ${columns} FROM {db}.ips
  WHERE generation = 0 AND ip NOT IN (SELECT ip FROM {local}.ips WHERE generation > 0) AND ({{where}}) ${rest}
  UNION ALL
  SELECT ${columns} FROM {db}.ips
  WHERE generation > 0 AND gone = 0
    AND (ip, version) IN (SELECT ip, max(version) FROM {local}.ips WHERE generation > 0 GROUP BY ip) AND ({{where}}) ${rest}
)`

/**
 * For statements over `currentDocuments`: the engine would check each granule of the primary key against all of the hiding
 * addresses, which takes longer than to check the few matches.
 */
export const currentSettings: Settings = { use_index_for_in_with_subqueries: 0 }
