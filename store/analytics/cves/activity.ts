import { z } from 'zod'
import type { Attacker, CveActivity, Ranked, WindowCounts } from '#model/cve-report.ts'
import { type Classification, classifications } from '#model/tag.ts'
import { firstDayOfWindow, windowDays } from '#model/window.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { address, count, instant } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import type { Reads } from '../read-only.ts'

/**
 * What the addresses did that carry one of the tags that detect a CVE, of all asked CVEs at once. Counts are exact, for the tags that
 * documents keep: of documents, which know when each tag was last carried, and of `tag_day`, which knows it by the day and the hour.
 */
const carriesTag: Fragment = { sql: 'hasAny(tags, {slugs: Array(String)})', params: {} }

/** How many ranked values are told of each kind. */
const maxListed = 10

/** Which tag (slug) detects which CVE. */
export type Detects = readonly (readonly [tag: string, cve: string])[]

const asked = z.object({
  slugs: z.array(z.string()).max(10_000),
  detects: z.array(z.array(z.string()).length(2)),
})
const verdict = z.enum(classifications)

/** A row a CVE of each row of a tag. */
const detecting = `(SELECT pair[1] AS tag, pair[2] AS cve FROM (SELECT arrayJoin({detects: Array(Array(String))}) AS pair)) AS d`

/** [value, how many addresses]. */
const ranked = z.tuple([z.string(), count]).transform(([value, addresses]): Ranked => ({ value, addresses }))

/** The most frequent of the values that each address has, by a map from each to 1; equally frequent ones alphabetically. */
const top = (values: string): string => {
  const all = `mapFilter((value, times) -> value != '', sumMap(${values}))`
  return `arraySlice(arraySort(p -> (-toInt64(p.2), p.1), arrayZip(mapKeys(${all}), mapValues(${all}))), 1, {top: UInt32})`
}
const one = (value: string): string => `map(toString(${value}), toUInt64(1))`

const reached = (days: number): string => `last_at >= toDateTime({now: UInt32} - ${days} * 86400, 'UTC')`
/** Of one verdict: addresses by window, and all. */
const counted = (verdict: Classification): string =>
  `[${[...[1, 10, 30].map(reached), 'true'].map((holds) => `countIf(classification = '${verdict}' AND ${holds})`).join(', ')}] AS ${verdict}`

const counts = z
  .tuple([count, count, count, count])
  .transform(([d1, d10, d30, all]) => ({ d1, d10, d30, all }))

/** One look at the documents for all that is read of them: finding those that count takes longer than reading them. */
const addresses = defineQuery({
  name: 'addresses by CVE',
  params: asked.extend({ now: z.number().int(), top: z.number() }),
  row: z.object({
    cve: z.string(),
    malicious: counts,
    suspicious: counts,
    benign: counts,
    unknown: counts,
    first: instant,
    last: instant,
    countries: z.array(ranked),
    networks: z.array(ranked),
    organizations: z.record(z.string(), z.string()),
    cves: z.array(ranked),
    attackers: z.array(
      z
        .tuple([z.coerce.number(), address, verdict, z.string(), z.string()])
        .transform(([last, ip, classification, country, organization]): Attacker => ({
          ip,
          classification,
          country,
          organization,
          lastSeen: new Date(-1000 * last).toISOString().replace('.000Z', 'Z'),
        })),
    ),
  }),
  sql: `SELECT detected AS cve, ${classifications.map(counted).join(',\n  ')},
  min(first_at) AS first, max(last_at) AS last,
  ${top(one('country'))} AS countries, ${top(one('asn'))} AS networks,
  mapFilter((k, v) -> has(networks.1, k), maxMap(map(toString(asn), toString(organization)))) AS organizations,
  ${top("mapFromArrays(CAST(cves, 'Array(String)'), arrayMap(c -> toUInt64(1), cves))")} AS cves,
  groupArraySorted(${maxListed})((-toInt64(toUnixTimestamp(last_at)), ip, toString(classification), toString(country), toString(organization))) AS attackers
FROM (
  SELECT ip, classification, country, asn, organization, any(cves) AS cves, d.cve AS detected, max(at_last) AS last_at, min(at_first) AS first_at
  FROM (
    SELECT ip, classification, country, asn, organization, cves, carried.1 AS tag, carried.2 AS at_first, carried.3 AS at_last
    FROM ${currentDocuments('ip, classification, country, asn, organization, cves, tags, tag_first, tag_last')}
    ARRAY JOIN arrayZip(tags, tag_first, tag_last) AS carried
  ) AS c INNER JOIN ${detecting} ON d.tag = c.tag
  GROUP BY ip, classification, country, asn, organization, detected
) GROUP BY detected`,
  settings: currentSettings,
})

/** On a cluster an address lies on one host with its days, so each host joins its own. */
const ownDocuments = (columns: string): string =>
  currentDocuments(columns).replaceAll('{db}.ips', '{local}.ips').replaceAll('{{where}}', carriesTag.sql)

/** Addresses by verdict as `classifications` orders them, and the hours of the day in which a tag was carried, a bit each. */
const perDay = defineQuery({
  name: 'addresses by CVE and day',
  params: asked.extend({ since: z.string() }),
  row: z.object({
    cve: z.string(),
    days: z.array(z.tuple([z.string(), z.tuple([count, count, count, count]), count])),
  }),
  sql: `SELECT cve, groupArray((day, addresses, hours)) AS days FROM (
  SELECT d.cve AS cve, toString(t.day) AS day, groupBitOr(t.hours) AS hours,
    (${classifications.map((name) => `uniqExactIf(t.ip, i.classification = '${name}')`).join(', ')}) AS addresses
  FROM {db}.tag_day AS t INNER JOIN ${detecting} ON d.tag = t.tag
  LEFT JOIN ${ownDocuments('ip, classification')} AS i ON i.ip = t.ip
  WHERE t.day >= {since: Date} AND t.tag IN {slugs: Array(String)}
  GROUP BY cve, day
) GROUP BY cve`,
  settings: currentSettings,
})

/** `hours` lead to few granules of the sessions, which are ordered by hour. */
const targets = defineQuery({
  name: 'ports and paths by CVE',
  params: asked.extend({ from: z.number(), hours: z.array(z.number()).max(5000), top: z.number() }),
  row: z.object({ cve: z.string(), kind: z.string(), value: z.string(), addresses: count }),
  sql: `SELECT cve, fact.1 AS kind, fact.2 AS value, uniqExact(src_ip) AS addresses FROM (
  SELECT a.src_ip AS src_ip, d.cve AS cve, arrayJoin(a.facts) AS fact FROM (
    SELECT s.src_ip AS src_ip, arrayJoin(s.tags) AS tag, arrayConcat([('port', concat(toString(s.dst_port), '/', s.transport))],
      arrayMap(p -> ('path', substringUTF8(p, 1, 300)), arraySlice(arrayDistinct(s.http_path), 1, 100))) AS facts
    FROM {db}.sessions AS s
    WHERE s.published AND ${notBackscatter} AND toStartOfHour(s.first_packet) IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC'))
      AND s.first_packet >= toDateTime({from: UInt32}, 'UTC') AND hasAny(s.tags, {slugs: Array(String)})
  ) AS a INNER JOIN ${detecting} ON d.tag = a.tag
) GROUP BY cve, kind, value ORDER BY cve, kind, addresses DESC, value LIMIT {top: UInt32} BY cve, kind`,
})

const watched = defineQuery({
  name: 'first day that was watched',
  params: z.object({ since: z.string() }),
  row: z.object({ first: z.string() }),
  sql: 'SELECT toString(min(d.day)) AS first FROM {db}.ip_day AS d WHERE d.day >= {since: Date} HAVING count() > 0',
})

export type SeenActivity = Pick<
  CveActivity,
  | 'firstSeen'
  | 'lastSeen'
  | 'benign'
  | 'threat'
  | 'days'
  | 'countries'
  | 'networks'
  | 'ports'
  | 'paths'
  | 'attackers'
  | 'addresses'
> & {
  /** The CVE itself among them. */
  cves: Ranked[]
}

/** The first UTC day of the window with a session; null when there is none. `now` in milliseconds. */
export async function firstWatchedDay({ app }: Reads, now: number): Promise<string | null> {
  const [found] = await app.run(watched, { since: firstDayOfWindow(now) })
  return found?.first ?? null
}

/**
 * What carried the tags of each CVE in the last 90 UTC days, from published sessions; `now` in milliseconds. A CVE whose tags
 * nobody carried is absent.
 */
export async function activityOfCves(
  reads: Reads,
  detects: Detects,
  now: number,
): Promise<Map<string, SeenActivity>> {
  if (detects.length === 0) return new Map()
  const { app } = reads
  const of = { slugs: [...new Set(detects.map(([tag]) => tag))], detects: detects.map((pair) => [...pair]) }
  const seconds = Math.floor(now / 1000)
  const [found, days] = await Promise.all([
    // The CVE itself stands among those that its addresses try.
    app.run(addresses, { ...of, now: seconds, top: maxListed + 1 }, { fragments: { where: carriesTag } }),
    app.run(perDay, { ...of, since: firstDayOfWindow(now) }),
  ])
  const daysOf = new Map(days.map((row) => [row.cve, row.days]))
  const what = Map.groupBy(await targetsOf(reads, of, { now: seconds, days }), ({ cve }) => cve)
  return new Map(
    found.map((row) => {
      const rankedOf = (kind: string): Ranked[] =>
        (what.get(row.cve) ?? [])
          .filter((target) => target.kind === kind)
          .map(({ value, addresses }) => ({ value, addresses }))
      return [
        row.cve,
        {
          firstSeen: row.first,
          lastSeen: row.last,
          addresses: classifications.reduce((total, name) => total + row[name].all, 0),
          benign: windowsOf(row, ['benign']),
          threat: windowsOf(row, ['malicious', 'suspicious']),
          days: everyDay(daysOf.get(row.cve) ?? [], now),
          countries: row.countries.slice(0, maxListed),
          networks: row.networks
            .slice(0, maxListed)
            .map((network) => ({ ...network, organization: row.organizations[network.value] ?? '' })),
          cves: row.cves,
          ports: rankedOf('port'),
          paths: rankedOf('path'),
          attackers: row.attackers,
        },
      ]
    }),
  )
}

function windowsOf(
  found: Record<Classification, WindowCounts>,
  verdicts: readonly Classification[],
): WindowCounts {
  const add = (window: keyof WindowCounts): number =>
    verdicts.reduce((total, name) => total + found[name][window], 0)
  return { d1: add('d1'), d10: add('d10'), d30: add('d30') }
}

type DayRow = z.infer<typeof perDay.row>['days'][number]

/** `now` in seconds since 1970 UTC. */
async function targetsOf(
  { app }: Reads,
  of: z.infer<typeof asked>,
  { now, days }: { now: number; days: readonly { days: readonly DayRow[] }[] },
) {
  const from = now - 30 * 86_400
  const hoursOf = new Map<string, number>()
  for (const [day, , hours] of days.flatMap((row) => row.days))
    hoursOf.set(day, (hoursOf.get(day) ?? 0) | hours)
  const hours = [...hoursOf]
    .flatMap(([day, bits]) =>
      Array.from({ length: 24 }, (_, hour) => hour)
        .filter((hour) => bits & (1 << hour))
        .map((hour) => Date.parse(day) / 1000 + 3600 * hour),
    )
    .filter((hour) => hour + 3600 > from)
  return hours.length === 0 ? [] : app.run(targets, { ...of, from, hours, top: maxListed })
}

/** Every day of the window, what was not seen being 0. */
function everyDay(rows: readonly DayRow[], now: number): CveActivity['days'] {
  const known = new Map(rows.map(([day, addresses]) => [day, addresses]))
  return Array.from({ length: windowDays }, (_, at) => {
    const day = firstDayOfWindow(now, windowDays - at)
    const addresses = known.get(day)
    const counts = { malicious: 0, suspicious: 0, benign: 0, unknown: 0 }
    for (const [place, name] of classifications.entries()) counts[name] = addresses?.[place] ?? 0
    return { day, counts }
  })
}

/** Of a CVE whose tags nobody carried. */
export const unseenActivity = (now: number): SeenActivity => ({
  firstSeen: '',
  lastSeen: '',
  addresses: 0,
  benign: { d1: 0, d10: 0, d30: 0 },
  threat: { d1: 0, d10: 0, d30: 0 },
  days: everyDay([], now),
  countries: [],
  networks: [],
  ports: [],
  paths: [],
  attackers: [],
  cves: [],
})
