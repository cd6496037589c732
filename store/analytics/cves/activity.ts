import { z } from 'zod'
import type { Attacker, CveActivity, Ranked } from '#model/cve-report.ts'
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
const where = { fragments: { where: carriesTag } }
const slugs = z.array(z.string()).max(1000)
const verdict = z.enum(classifications)

/** Of a document: when one of the tags was carried first and last. */
const lastCarried = `arrayMax(arrayFilter((at, t) -> has({slugs: Array(String)}, t), tag_last, tags))`
const firstCarried = `arrayMin(arrayFilter((at, t) -> has({slugs: Array(String)}, t), tag_first, tags))`

const windows = defineQuery({
  name: 'addresses with tags, by window',
  params: z.object({ slugs, now: z.number().int() }),
  row: z.object({
    classification: verdict,
    d1: count,
    d10: count,
    d30: count,
    all: count,
    first: instant,
    last: instant,
  }),
  sql: `SELECT classification, ${[1, 10, 30].map((days) => `countIf(last_at >= toDateTime({now: UInt32} - ${days} * 86400, 'UTC')) AS d${days}`).join(', ')},
  count() AS all, min(first_at) AS first, max(last_at) AS last
FROM (SELECT classification, ${lastCarried} AS last_at, ${firstCarried} AS first_at
  FROM ${currentDocuments('classification, tags, tag_first, tag_last')})
GROUP BY classification ORDER BY classification`,
  settings: currentSettings,
})

/** On a cluster an address lies on one host with its days, so each host joins its own. */
const ownDocuments = (columns: string): string =>
  currentDocuments(columns).replaceAll('{db}.ips', '{local}.ips').replaceAll('{{where}}', carriesTag.sql)

const perDay = defineQuery({
  name: 'addresses with tags, by day',
  params: z.object({ slugs, since: z.string() }),
  row: z.object({ day: z.string(), classification: verdict, addresses: count }),
  sql: `SELECT toString(d.day) AS day, i.classification AS classification, uniqExact(d.ip) AS addresses
FROM {db}.ip_day AS d INNER JOIN ${ownDocuments('ip, classification')} AS i ON i.ip = d.ip
WHERE d.day >= {since: Date} AND d.ip IN (SELECT ip FROM ${ownDocuments('ip')}) AND hasAny(mapKeys(d.tag_last), {slugs: Array(String)})
GROUP BY day, classification ORDER BY day, classification`,
  settings: currentSettings,
})

const places = defineQuery({
  name: 'where addresses with tags come from',
  params: z.object({ slugs, top: z.number() }),
  row: z.object({ kind: z.string(), value: z.string(), label: z.string(), addresses: count }),
  sql: `SELECT fact.1 AS kind, fact.2 AS value, any(fact.3) AS label, count() AS addresses FROM (
  SELECT arrayJoin(arrayConcat([('country', country, ''), ('asn', asn, organization)], arrayMap(c -> ('cve', c, ''), CAST(cves, 'Array(String)')))) AS fact
  FROM (SELECT toString(country) AS country, toString(asn) AS asn, organization, cves FROM ${currentDocuments('country, asn, organization, cves')})
) WHERE value != '' GROUP BY kind, value ORDER BY kind, addresses DESC, value LIMIT {top: UInt32} BY kind`,
  settings: currentSettings,
})

const attackers = defineQuery({
  name: 'latest addresses with tags',
  params: z.object({ slugs, top: z.number() }),
  row: z
    .object({
      ip: address,
      classification: verdict,
      country: z.string(),
      organization: z.string(),
      last: instant,
    })
    .transform(({ last, ...rest }): Attacker => ({ ...rest, lastSeen: last })),
  sql: `SELECT ip, classification, country, organization, ${lastCarried} AS last
FROM ${currentDocuments('ip, classification, country, organization, tags, tag_last')} ORDER BY last DESC, ip LIMIT {top: UInt32}`,
  settings: currentSettings,
})

const hours = defineQuery({
  name: 'hours with tags',
  params: z.object({ slugs, from: z.number() }),
  row: z.object({ hour: z.number() }),
  sql: `SELECT hour FROM (
  SELECT toUInt32(toUnixTimestamp(toDateTime(t.day, 'UTC')) + 3600 * arrayJoin(bitPositionsToArray(groupBitOr(t.hours)))) AS hour
  FROM {db}.tag_day AS t
  WHERE t.tag IN {slugs: Array(String)} AND t.day >= toDate(toDateTime({from: UInt32}, 'UTC')) GROUP BY t.day
) WHERE hour + 3600 > {from: UInt32} ORDER BY hour`,
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
  /** UTC days of the window since the first session of all, today included. */
  watchedDays: number
}

const dayMs = 86_400_000

/** How many ranked values are told of each kind. */
const maxListed = 10

/** What carried any of the tags `of` in the last 90 UTC days, from published sessions; `now` in milliseconds. */
export async function tagsActivity(reads: Reads, of: readonly string[], now: number): Promise<SeenActivity> {
  const { app } = reads
  const slugs = [...of]
  const since = firstDayOfWindow(now)
  const seconds = Math.floor(now / 1000)
  const from = seconds - 30 * 86_400
  const [verdicts, days, ranked, latest, what, [begun]] = await Promise.all([
    app.run(windows, { slugs, now: seconds }, where),
    app.run(perDay, { slugs, since }),
    // The CVE itself stands among those that its addresses try.
    app.run(places, { slugs, top: maxListed + 1 }, where),
    app.run(attackers, { slugs, top: maxListed }, where),
    targetsOf(reads, slugs, from),
    app.run(watched, { since }),
  ])
  const kind = (name: string) => ranked.filter((row) => row.kind === name)
  const top = (name: string): Ranked[] =>
    kind(name)
      .slice(0, maxListed)
      .map(({ value, addresses }) => ({ value, addresses }))
  const sum = (names: readonly Classification[]) => {
    const mine = verdicts.filter(({ classification }) => names.includes(classification))
    const add = (window: 'd1' | 'd10' | 'd30') => mine.reduce((total, row) => total + row[window], 0)
    return { d1: add('d1'), d10: add('d10'), d30: add('d30') }
  }
  return {
    firstSeen: verdicts.map(({ first }) => first).sort()[0] ?? '',
    lastSeen:
      verdicts
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? '',
    addresses: verdicts.reduce((total, row) => total + row.all, 0),
    benign: sum(['benign']),
    threat: sum(['malicious', 'suspicious']),
    days: everyDay(days, now),
    countries: top('country'),
    networks: kind('asn')
      .slice(0, maxListed)
      .map(({ value, label, addresses }) => ({ value, addresses, organization: label })),
    cves: kind('cve').map(({ value, addresses }) => ({ value, addresses })),
    ports: what.filter((row) => row.kind === 'port').map(({ value, addresses }) => ({ value, addresses })),
    paths: what.filter((row) => row.kind === 'path').map(({ value, addresses }) => ({ value, addresses })),
    attackers: latest,
    watchedDays: begun ? Math.floor(now / dayMs) - Math.floor(Date.parse(begun.first) / dayMs) + 1 : 0,
  }
}

async function targetsOf({ app }: Reads, slugs: string[], from: number) {
  const active = await app.run(hours, { slugs, from })
  return active.length === 0
    ? []
    : app.run(targets, { slugs, from, hours: active.map(({ hour }) => hour), top: maxListed })
}

function everyDay(
  rows: readonly { day: string; classification: Classification; addresses: number }[],
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
    if (counts) counts[classification] = addresses
  }
  return [...days].map(([day, counts]) => ({ day, counts }))
}
