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
 * What the addresses did that carry one of some tags (those that detect a CVE). Counts are exact: of documents, which know
 * when each tag was last carried, and of `ip_day`, which knows it by the day; the hours of attempts are those of `tag_day`.
 */
const carriesTag: Fragment = { sql: 'hasAny(tags, {slugs: Array(String)})', params: {} }

/** How many ranked values are told of each kind. */
const maxListed = 10

const slugs = z.array(z.string()).max(1000)
const verdict = z.enum(classifications)

/** Of a document: when one of the tags was carried first and last. */
const lastCarried = `arrayMax(arrayFilter((at, t) -> has({slugs: Array(String)}, t), tag_last, tags))`
const firstCarried = `arrayMin(arrayFilter((at, t) -> has({slugs: Array(String)}, t), tag_first, tags))`

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
  name: 'addresses with tags',
  params: z.object({ slugs, now: z.number().int(), top: z.number() }),
  row: z.object({
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
  sql: `SELECT ${classifications.map(counted).join(',\n  ')},
  min(first_at) AS first, max(last_at) AS last,
  ${top(one('country'))} AS countries, ${top(one('asn'))} AS networks,
  mapFilter((k, v) -> has(networks.1, k), maxMap(map(toString(asn), toString(organization)))) AS organizations,
  ${top("mapFromArrays(CAST(cves, 'Array(String)'), arrayMap(c -> toUInt64(1), cves))")} AS cves,
  groupArraySorted(${maxListed})((-toInt64(toUnixTimestamp(last_at)), ip, toString(classification), toString(country), toString(organization))) AS attackers
FROM (SELECT ip, classification, country, asn, organization, cves, ${lastCarried} AS last_at, ${firstCarried} AS first_at
  FROM ${currentDocuments('ip, classification, country, asn, organization, cves, tags, tag_first, tag_last')})`,
  settings: currentSettings,
})

/** On a cluster an address lies on one host with its days, so each host joins its own. */
const ownDocuments = (columns: string): string =>
  currentDocuments(columns).replaceAll('{db}.ips', '{local}.ips').replaceAll('{{where}}', carriesTag.sql)

/** Addresses by verdict ("" of those without a document), and the hours of the day in which a tag was carried. */
const perDay = defineQuery({
  name: 'addresses with tags, by day',
  params: z.object({ slugs, since: z.string() }),
  row: z.object({
    day: z.string(),
    classification: verdict.or(z.literal('')),
    addresses: count,
    hours: z.array(z.coerce.number()),
  }),
  sql: `SELECT toString(t.day) AS day, toString(i.classification) AS classification, uniqExact(t.ip) AS addresses,
  bitPositionsToArray(groupBitOr(t.hours)) AS hours
FROM {db}.tag_day AS t LEFT JOIN ${ownDocuments('ip, classification')} AS i ON i.ip = t.ip
WHERE t.day >= {since: Date} AND t.tag IN {slugs: Array(String)}
GROUP BY day, classification ORDER BY day, classification`,
  settings: currentSettings,
})

/** `hours` lead to few granules of the sessions, which are ordered by hour. */
const targets = defineQuery({
  name: 'ports and paths of sessions with tags',
  params: z.object({ slugs, from: z.number(), hours: z.array(z.number()).max(5000), top: z.number() }),
  row: z.object({ kind: z.string(), value: z.string(), addresses: count }),
  sql: `SELECT fact.1 AS kind, fact.2 AS value, uniqExact(src_ip) AS addresses FROM (
  SELECT s.src_ip AS src_ip, arrayJoin(arrayConcat([('port', concat(toString(s.dst_port), '/', s.transport))],
    arrayMap(p -> ('path', substringUTF8(p, 1, 300)), arraySlice(arrayDistinct(s.http_path), 1, 100)))) AS fact
  FROM {db}.sessions AS s
  WHERE s.published AND ${notBackscatter} AND toStartOfHour(s.first_packet) IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC'))
    AND s.first_packet >= toDateTime({from: UInt32}, 'UTC') AND hasAny(s.tags, {slugs: Array(String)})
) GROUP BY kind, value ORDER BY kind, addresses DESC, value LIMIT {top: UInt32} BY kind`,
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

/** What carried any of the tags `of` in the last 90 UTC days, from published sessions; `now` in milliseconds. */
export async function tagsActivity(reads: Reads, of: readonly string[], now: number): Promise<SeenActivity> {
  const { app } = reads
  const slugs = [...of]
  const since = firstDayOfWindow(now)
  const seconds = Math.floor(now / 1000)
  const from = seconds - 30 * 86_400
  const [[found], days] = await Promise.all([
    // The CVE itself stands among those that its addresses try.
    app.run(addresses, { slugs, now: seconds, top: maxListed + 1 }, { fragments: { where: carriesTag } }),
    app.run(perDay, { slugs, since }),
  ])
  if (!found) throw new Error('A statement without groups has one row.')
  const what = await targetsOf(reads, slugs, { from, days })
  const sum = (names: readonly Classification[]) => {
    const add = (window: 'd1' | 'd10' | 'd30' | 'all') =>
      names.reduce((total, name) => total + found[name][window], 0)
    return { d1: add('d1'), d10: add('d10'), d30: add('d30'), all: add('all') }
  }
  const windows = ({ d1, d10, d30 }: ReturnType<typeof sum>): WindowCounts => ({ d1, d10, d30 })
  return {
    firstSeen: found.first,
    lastSeen: found.last,
    addresses: sum(classifications).all,
    benign: windows(sum(['benign'])),
    threat: windows(sum(['malicious', 'suspicious'])),
    days: everyDay(days, now),
    countries: found.countries.slice(0, maxListed),
    networks: found.networks
      .slice(0, maxListed)
      .map((network) => ({ ...network, organization: found.organizations[network.value] ?? '' })),
    cves: found.cves,
    ports: what.filter((row) => row.kind === 'port').map(({ value, addresses }) => ({ value, addresses })),
    paths: what.filter((row) => row.kind === 'path').map(({ value, addresses }) => ({ value, addresses })),
    attackers: found.attackers,
  }
}

/** `from` in seconds since 1970 UTC. */
async function targetsOf(
  { app }: Reads,
  slugs: string[],
  { from, days }: { from: number; days: readonly { day: string; hours: readonly number[] }[] },
) {
  const hours = days
    .flatMap(({ day, hours }) => hours.map((hour) => Date.parse(day) / 1000 + 3600 * hour))
    .filter((hour) => hour + 3600 > from)
  if (hours.length === 0) return []
  return app.run(targets, { slugs, from, hours: [...new Set(hours)], top: maxListed })
}

function everyDay(
  rows: readonly { day: string; classification: Classification | ''; addresses: number }[],
  now: number,
): CveActivity['days'] {
  const days = new Map(
    Array.from({ length: windowDays }, (_, at) => [
      firstDayOfWindow(now, windowDays - at),
      { malicious: 0, suspicious: 0, benign: 0, unknown: 0 },
    ]),
  )
  for (const { day, classification, addresses } of rows) {
    const counts = days.get(day)
    if (counts && classification !== '') counts[classification] = addresses
  }
  return [...days].map(([day, counts]) => ({ day, counts }))
}
