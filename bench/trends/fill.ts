import { join } from 'node:path'
import { z } from 'zod'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { markTagDays } from '#store/analytics/marks/days.ts'
import { refreshTagCounts } from '#store/analytics/tag-counts/refresh.ts'
import { loadTags } from '#tags/load.ts'

const dayMs = 86_400_000

export const slugs = loadTags().map(({ slug }) => slug)

/** A number in [0, 1) that row and salt decide. */
const chance = (salt: string, of = 'number'): string =>
  `(cityHash64(${of}, '${salt}') / 18446744073709551616.)`
/** Rank 1…most with probability close to 1/rank: Zipf's law. */
const zipf = (max: string, u: string): string => `toUInt32(exp(${u} * log(${max})))`

/**
 * One day of sessions: a fifth comes from everywhere once, the rest by Zipf's law from addresses that come back. What an
 * address does is its own (one to three tags, by Zipf's law), and a few sessions carry another tag besides.
 */
const day = `INSERT INTO {local}.sessions
(id, origin, workspace, published, sensor, first_packet, last_packet, transport, src_ip, src_port, src_bytes, dst_ip, dst_port,
 dst_country, dst_country_code, handshake, src_country, src_country_code, src_asn, src_organization, tags)
SELECT concat({day: String}, toString(number)), 'live', 'bench', number % 50 != 0, concat('sensor-', toString(number % 40)),
  toDateTime64({day: Date}, 3, 'UTC') + toIntervalMillisecond(toUInt32(${chance('at')} * 86399000)) AS at, at + 1, 'tcp',
  if(who % 33 = 0, toIPv6(concat('2001:db8::', hex(toUInt16(who / 65536)), ':', hex(toUInt16(who % 65536)))),
    IPv4ToIPv6(toIPv4(toUInt32(16777216 + who * intDiv(3300000000, {addresses: UInt64}))))),
  40000 + number % 20000, 400, toIPv6('192.0.2.1'), 1 + who % 9000, 'Germany', 'DE', who % 5 != 0,
  'Australia', 'AU', concat('AS', toString(who % 5000)), concat('Organization ', toString(who % 5000)),
  arrayMap(r -> {slugs: Array(String)}[least(r, length({slugs: Array(String)}))], ranks)
FROM (
  SELECT number,
    if(${chance('once')} < 0.2, toUInt64(${chance('any')} * {addresses: UInt64}), ${zipf('{addresses: UInt64}', chance('who'))}) AS who,
    arraySort(arrayDistinct(arrayConcat(
      arrayMap(i -> ${zipf('length({slugs: Array(String)})', "(cityHash64(who, i, 'does') / 18446744073709551616.)")}, range(1 + who % 3)),
      if(${chance('other')} < 0.1, [${zipf('length({slugs: Array(String)})', chance('rare'))}], [])))) AS ranks
  FROM numbers({from: UInt64}, {sessions: UInt64}))`

/** Parts in which documents are made: each must fit into the memory of a statement. */
const slices = 32

/** Documents of the addresses, as far as tags ask for them. */
const documents = `INSERT INTO {local}.ips
(ip, origins, oldest_day, first_seen, last_seen, classification, actor, tags, tag_names, tag_first, tag_last, country, asn,
 organization, sensor_hits, version, gone)
SELECT ip, ['live'], min(d), toDateTime(min(d), 'UTC'), toDateTime(max(d), 'UTC') + cityHash64(ip) % 86400,
  ['malicious', 'suspicious', 'unknown', 'benign'][1 + cityHash64(ip) % 4], 'unknown', groupArray(tag), groupArray(tag),
  groupArray(toDateTime(d, 'UTC')), groupArray(toDateTime(d, 'UTC')), 'Australia', 'AS1', 'Organization', count(), 1, 0
FROM (SELECT ip, tag, max(day) AS d FROM {local}.tag_day WHERE cityHash64(ip) % ${slices} = {slice: UInt64} GROUP BY ip, tag)
GROUP BY ip`

const held = defineQuery({
  name: 'sessions there are',
  params: z.object({}),
  row: z.object({ sessions: count }),
  sql: 'SELECT count() AS sessions FROM {db}.sessions',
})

const described = defineQuery({
  name: 'documents there are',
  params: z.object({}),
  row: z.object({ documents: count }),
  sql: 'SELECT count() AS documents FROM {db}.ips',
})

export interface FilledStore {
  analytics: Analytics
  close(): Promise<void>
}

/** UTC days of the month before `now`, oldest first; the last is today. */
export const monthOf = (now: number, length = 30): string[] =>
  Array.from({ length }, (_, at) => new Date(now - (length - 1 - at) * dayMs).toISOString().slice(0, 10))

/** Opens the store in a folder and fills it with a month of so many sessions, if it is new. */
export async function openFilled(
  folder: string,
  { sessions, addresses, now }: { sessions: number; addresses: number; now: number },
): Promise<FilledStore> {
  const engine = await launchEngine({ dir: join(folder, 'analytics'), log: silent })
  const analytics = openAnalytics({ launched: engine })
  await migrate(analytics)
  await writeTagCatalogue(analytics, loadTags())
  const days = monthOf(now)
  if (((await analytics.app.run(held, {}))[0]?.sessions ?? 0) === 0) {
    const each = Math.floor(sessions / days.length)
    for (const [at, date] of days.entries())
      await analytics.migrator.command(day, { day: date, from: at * each, sessions: each, addresses, slugs })
    await markTagDays(analytics.migrator, days)
  }
  if (((await analytics.app.run(described, {}))[0]?.documents ?? 0) === 0) {
    for (let slice = 0; slice < slices; slice++) await analytics.migrator.command(documents, { slice })
    await analytics.migrator.command('OPTIMIZE TABLE {local}.ips FINAL')
  }
  const began = performance.now()
  const { days: counted } = await refreshTagCounts(analytics, { now })
  if (counted > 0)
    console.log(`${counted} days counted in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return {
    analytics,
    async close() {
      await analytics.close()
      await engine.stop()
    },
  }
}
