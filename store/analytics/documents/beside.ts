import { activityShown } from '#model/ip-document/beside-values.ts'
import { verdictMethod } from '#methods/verdict/rule.ts'
import { withBoundedFacts } from '../rollups/bounds.ts'
import { scanFact, pathFact, tagFact } from '../rollups/facts.ts'
import { decidedSql } from '../verdicts/decided.ts'

/** What a document holds for the page of its address (model/ip-document/beside.ts): pieces of the statement that makes it (derive.ts). */

/** Values of one kind of fact that are looked at on a day, the most frequent: an address may show a million paths. */
const maxOfKind = 1000

/** Bytes as JSON, within what docs/methods/records.md allows a document. */
const room = { activity: 8192, verdicts: 4096 }

/** Changes of a verdict that a document holds, all or none. */
const maxVerdicts = 8

const letters = [tagFact, scanFact, pathFact].map(({ letter }) => `'${letter}'`).join(', ')

/** The facts of each day, ranked, and what of all days is shown, for the addresses of the statement. In steps, as in derive.ts. */
export const activityJoinedSql = (addresses: string): string => `
  LEFT JOIN (
    SELECT ip, groupArray((fact, first, sessions)) AS shown FROM (
      SELECT ip, fact, mapKeys(days)[1] AS first, arrayMap(x -> days[x], range(first, mapKeys(days)[-1] + 1)) AS sessions
      FROM (
        SELECT ip, ranked.1 AS fact, sumMap(map(day_number, toUInt32(least(ranked.2, 4294967295)))) AS days, sum(ranked.2) AS total
        FROM (
          SELECT ip, day_number, arrayFilter((p, place) -> place <= ${maxOfKind}, every, arrayEnumerateUniq(arrayMap(p -> substring(p.1, 1, 1), every))) AS some
          FROM (
            SELECT d.ip AS ip, toUInt16(d.day) AS day_number,
              arraySort(p -> (-toInt64(p.2), p.1), arrayFilter(p -> substring(p.1, 1, 1) IN (${letters}), arrayZip(mapKeys(d.facts), mapValues(d.facts)))) AS every
            FROM (${withBoundedFacts(`SELECT t.ip AS ip, t.day AS day, sumMap(t.facts) AS all_facts FROM {local}.ip_day AS t WHERE t.day >= {active_since: Date} AND t.ip IN ${addresses} GROUP BY ip, day`)}) AS d
          )
        ) ARRAY JOIN some AS ranked
        GROUP BY ip, fact
      )
      ORDER BY ip, substring(fact, 1, 1), total DESC, fact LIMIT ${activityShown.rows} BY ip, substring(fact, 1, 1)
    ) GROUP BY ip
  ) AS m ON m.ip = f.ip`

/** The changes of verdicts that are logged, the newest first; one more than a document holds. */
export const loggedJoinedSql = (addresses: string): string => `
  LEFT JOIN (
    SELECT v.ip AS ip, arraySlice(arrayReverseSort(x -> x.1, groupArray((v.at, toString(v.before), toString(v.after), toString(v.method), v.decided))), 1, ${1 + maxVerdicts}) AS logged
    FROM {local}.verdict_log AS v WHERE v.ip IN ${addresses} GROUP BY ip
  ) AS h ON h.ip = f.ip`

/** The columns `activity` and `verdicts`, over a row of `withVerdicts`. */
export const besideColumns = {
  activity: `if(length(toJSONString(shown)) > ${room.activity}, [('', toUInt16(0), CAST([], 'Array(UInt32)'))], shown)`,
  verdicts: `if(length(every_verdict) > ${maxVerdicts} OR length(toJSONString(every_verdict)) > ${room.verdicts}, [], every_verdict)`,
}

const change = `(greatest(toDateTime64({at: String}, 3, 'UTC'), logged[1].1 + toIntervalMillisecond(1)), logged[1].3, toString(classification), '${verdictMethod}', decided)`

/** Rows with what those two joins add, `classification`, `evidence` and `tags` get `every_verdict`. */
export const withVerdicts = (rows: string): string => `
SELECT *, arrayMap(decided -> if(logged[1].3 != classification OR logged[1].5 != decided, arrayPushFront(logged, ${change}), logged),
  [arraySort(${decidedSql('')})])[1] AS every_verdict
FROM (${rows})`
