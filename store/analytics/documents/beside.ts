import { activityShown } from '#model/ip-document/beside-values.ts'
import { verdictMethod } from '#methods/verdict/rule.ts'
import { scanFact, pathFact, tagFact } from '../rollups/facts.ts'
import { decidedSql } from '../verdicts/decided.ts'

/** What a document holds for the page of its address (model/ip-document/beside.ts): pieces of the statement that makes it (derive.ts). */

/** Facts of single days of which a document shows the busiest; of more the engine is asked. An address may show a million paths. */
const maxActive = 20_000
/** Of a row of `ip_day` with more of them none are summed up: that alone would take the memory of a statement. */
const maxActiveOfRow = 2000

/** Bytes as JSON, within what docs/methods/records.md allows a document. */
const room = { activity: 8192, verdicts: 4096 }

/** Changes of a verdict that a document holds, all or none. */
const maxVerdicts = 8

const letters = [tagFact, scanFact, pathFact].map(({ letter }) => `'${letter}'`).join(', ')

/** A day as the last digits of a key: since 1997 the days since 1970 have five. */
const dayDigits = 5

/**
 * Of a row of `ip_day`, the facts that are shown of its day, as a map of their keys and the day; of too many, an empty key. Summed up (`sumMap`), they are
 * what `withActivity` takes. Parameter: active_since.
 */
export const activeFactsSql = (row: string): string => `
  arrayMap(shown_facts -> if(length(shown_facts) > ${maxActiveOfRow}, map('', toUInt64(1)),
      mapApply((key, sessions) -> (concat(key, toString(toUInt16(${row}.day))), sessions), shown_facts)),
    [if(${row}.day < {active_since: Date}, map(), mapFilter((key, sessions) -> substring(key, 1, 1) IN (${letters}), ${row}.facts))])[1]`

const letterOf = (fact: string): string => `substring(${fact}, 1, 1)`

/**
 * Rows with the sum of those maps, `active_facts`, get `shown` and whether they are too many to be shown, `is_crowded`. Lambdas over a list of one
 * name what is used more than once, as in rollups/bounds.ts.
 */
export function withActivity(rows: string): string {
  // (fact, day, sessions)
  const days = `arraySort(d -> (d.1, d.2), arrayMap((key, sessions) -> (substring(key, 1, length(key) - ${dayDigits}), toUInt16(substring(key, -${dayDigits})), sessions), mapKeys(few_facts), mapValues(few_facts)))`
  const ofFacts = `arrayMap(each -> arraySplit((d, place) -> place = 1, each, arrayEnumerateUniq(each.1)), [${days}])[1]`
  const busiest = `arraySort(f -> (${letterOf('f[1].1')}, -toInt64(arraySum(f.3)), f[1].1), ${ofFacts})`
  const chosen = `arrayMap(each -> arrayFilter((f, place) -> place <= ${activityShown.rows}, each, arrayEnumerateUniq(arrayMap(f -> ${letterOf('f[1].1')}, each))), [${busiest}])[1]`
  const series = `arrayMap(day -> toUInt32(least(sessions[indexOf(days, day)], 4294967295)), range(days[1], days[-1] + 1))`
  return `
SELECT * EXCEPT (few_facts), arrayMap(each -> arrayMap((fact, days, sessions) -> (fact, days[1], ${series}), arrayMap(f -> f[1].1, each), arrayMap(f -> f.2, each), arrayMap(f -> f.3, each)), [${chosen}])[1] AS shown
FROM (SELECT * EXCEPT (active_facts), length(active_facts) > ${maxActive} OR mapContains(active_facts, '') AS is_crowded, if(is_crowded, CAST(map(), 'Map(String, UInt64)'), active_facts) AS few_facts FROM (${rows}))`
}

/** The changes of verdicts that are logged, the newest first; one more than a document holds. */
export const loggedJoinedSql = (addresses: string): string => `
  LEFT JOIN (
    SELECT v.ip AS ip, arraySlice(arrayReverseSort(x -> x.1, groupArray((v.at, toString(v.before), toString(v.after), toString(v.method), v.decided))), 1, ${1 + maxVerdicts}) AS logged
    FROM {local}.verdict_log AS v WHERE v.ip IN ${addresses} GROUP BY ip
  ) AS h ON h.ip = f.ip`

const change = `(greatest(toDateTime64({at: String}, 3, 'UTC'), logged[1].1 + toIntervalMillisecond(1)), logged[1].3, toString(classification), '${verdictMethod}', decided)`

/** All changes, with that to `classification` for what decided it if it is one. */
const everyVerdict = `
  arrayMap((classification, evidence, tags) -> arrayMap(decided -> if(logged[1].3 != classification OR logged[1].5 != decided, arrayPushFront(logged, ${change}), logged), [arraySort(${decidedSql('')})])[1],
    [classification], [evidence], [tags])[1]`

/** Columns by name, over a row with `shown`, `is_crowded` and `logged`, beside columns `classification`, `evidence` and `tags`. */
export const besideColumns = {
  activity: `if(is_crowded OR length(toJSONString(shown)) > ${room.activity}, [('', toUInt16(0), CAST([], 'Array(UInt32)'))], shown)`,
  verdicts: `arrayMap(every -> if(length(every) > ${maxVerdicts} OR length(toJSONString(every)) > ${room.verdicts}, [], every), [${everyVerdict}])[1]`,
  reverse_state: 'f.reverse',
  reverse_asked: "toDateTime(f.asked, 'UTC')",
  active_days: 'f.active_days',
}
