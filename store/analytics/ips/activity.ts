import { z } from 'zod'
import type { Tag } from '#model/tag.ts'
import { activityShown, type ShownFact } from '#model/ip-document/beside-values.ts'
import type { Activity, ActivityRow } from '#model/ip-report.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { pathFact, scanFact, tagFact } from '../rollups/facts.ts'

const letters = { tag: tagFact.letter, port: scanFact.letter, path: pathFact.letter } as const

const ofLetters = `substring(k, 1, 1) IN (${Object.values(letters)
  .map((letter) => `'${letter}'`)
  .join(', ')})`

const params = z.object({ ip: z.string(), since: z.string(), until: z.string(), top: z.number() })
const row = z.object({ letter: z.string(), label: z.string(), days: z.array(z.tuple([z.string(), count])) })
const asList = (facts: string): string => `CAST(${facts}, 'Array(Tuple(String, UInt64))')`
const ofDays = `FROM {db}.ip_day AS d WHERE d.ip = {ip: IPv6} AND d.day >= {since: Date} AND d.day <= {until: Date}`

/** Different tags, ports and paths of one address up to which their days are gathered at once, in some megabytes. */
const few = 20_000

/** Of one that showed more than `few` the statement is refused: `busiestOfMany` answers the same. */
export const busiest = defineQuery({
  name: 'activity of an address',
  params,
  row,
  sql: `SELECT substring(key, 1, 1) AS letter, substring(key, 2) AS label, groupArray((day, n)) AS days FROM (
  SELECT d.day AS day, fact.1 AS key, fact.2 AS n
  FROM (SELECT d.day AS day, d.facts AS facts ${ofDays}) AS d
  ARRAY JOIN ${asList(`mapFilter((k, n) -> ${ofLetters}, d.facts)`)} AS fact
) GROUP BY key ORDER BY letter, sum(n) DESC, label LIMIT {top: UInt32} BY letter`,
  settings: { max_rows_to_group_by: few, group_by_overflow_mode: 'throw' },
})

/** Which rows there are is decided first: only their days are then gathered, of an address that showed a million paths, too. */
export const busiestOfMany = defineQuery({
  name: 'activity of an address that showed much',
  params,
  row,
  sql: `WITH
  of_days AS (SELECT d.day AS day, mapFilter((k, n) -> ${ofLetters}, d.facts) AS facts ${ofDays}),
  busiest AS (SELECT fact.1 AS key, sum(fact.2) AS total FROM of_days ARRAY JOIN ${asList('facts')} AS fact
    GROUP BY key ORDER BY substring(key, 1, 1), total DESC, key LIMIT {top: UInt32} BY substring(key, 1, 1))
SELECT substring(key, 1, 1) AS letter, substring(key, 2) AS label, groupArray((day, n)) AS days FROM (
  SELECT fact.1 AS key, day, sum(fact.2) AS n
  FROM of_days ARRAY JOIN ${asList('mapFilter((k, n) -> k IN (SELECT key FROM busiest), facts)')} AS fact
  GROUP BY key, day ORDER BY day
) GROUP BY key ORDER BY letter, sum(n) DESC, label`,
})

export type ActivityFound = z.infer<typeof row>

const kindOf = new Map<string, ActivityRow['kind']>([
  [letters.tag, 'tag'],
  [letters.port, 'port'],
  [letters.path, 'path'],
])
const order = [...kindOf.values()]

/** "00080/tcp" → "80/tcp"; a transport without ports is named alone, as everywhere: "00000/icmp" → "icmp". */
const portLabel = (key: string): string => key.replace(/^0+\/?/, '')

/**
 * What a document holds of it (model/ip-document/beside.ts), as those statements answer: of days of the window alone, busiest first. Null
 * where the engine has to be asked, because it was too much for a document, or was cut by sessions of other days than are asked for, be they
 * fewer or later ones: others may be the busiest of these.
 */
export function shownActivity(
  facts: readonly ShownFact[],
  { since, until, top }: { since: string; until: string; top: number },
): ActivityFound[] | null {
  if (facts.some(({ fact }) => fact === '')) return null
  const [first, last] = [dayNumber(since), dayNumber(until)]
  const isWithin = ({ from, sessions }: ShownFact): boolean =>
    from >= first && from + sessions.length - 1 <= last
  for (const some of Map.groupBy(facts, ({ fact }) => fact.slice(0, 1)).values())
    if (some.length >= activityShown.rows && !some.every(isWithin)) return null
  const found = facts.flatMap(({ fact, from, sessions }) => {
    const days = sessions
      .map((count, at): [string, number] => [dayOf(from + at), count])
      .filter(([day, count]) => count > 0 && day >= since && day <= until)
    const total = days.reduce((sum, [, count]) => sum + count, 0)
    return total === 0 ? [] : [{ letter: fact.slice(0, 1), label: fact.slice(1), days, total }]
  })
  const byLetter = Map.groupBy(found, ({ letter }) => letter)
  return [...byLetter.values()].flatMap((rows) =>
    rows
      .sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1))
      .slice(0, top)
      .map(({ letter, label, days }) => ({ letter, label, days })),
  )
}

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000
const dayOf = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10)

/** UTC days up to that of `now` (milliseconds), the oldest first. */
export const daysUpTo = (now: number, length: number): string[] =>
  Array.from({ length }, (_, index) => firstDayOfWindow(now, length - index))

/**
 * The busiest tags, ports and paths of an address with their sessions on each of `days`; null when it showed nothing in
 * them. Tags outside the catalogue are retired and left out.
 */
export function activityOf(
  rows: readonly ActivityFound[],
  days: readonly string[],
  tags: ReadonlyMap<string, Pick<Tag, 'name' | 'intention'>>,
): Activity | null {
  if (rows.length === 0) return null
  const matrix = rows.flatMap(({ letter, label, days: seen }): ActivityRow[] => {
    const kind = kindOf.get(letter)
    const tag = kind === 'tag' ? tags.get(label) : undefined
    if (!kind || (kind === 'tag' && !tag)) return []
    const counts = new Map<string, number>()
    // A day may have come in several parts.
    for (const [day, sessions] of seen) counts.set(day, (counts.get(day) ?? 0) + sessions)
    return [
      {
        kind,
        label: tag?.name ?? (kind === 'port' ? portLabel(label) : label),
        intention: tag?.intention ?? null,
        cells: days.map((day) => counts.get(day) ?? 0),
      },
    ]
  })
  return { days: [...days], rows: matrix.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)) }
}
