import { join } from 'node:path'
import { z } from 'zod'
import { launchEngine, type LaunchedEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'

/** Different values of each kind in the filled store. */
export const universe = {
  tags: 2000,
  asns: 50_000,
  organizations: 30_000,
  paths: 100_000,
  useragents: 20_000,
}

/** A number in [0, 1) that address and salt decide. */
const chance = (salt: string): string => `(cityHash64(number, '${salt}') / 18446744073709551616.)`
/** The same for element `i` of a list. */
const chanceAt = (salt: string): string => `(cityHash64(number, i, '${salt}') / 18446744073709551616.)`
/** Rank 1…most with probability close to 1/rank: Zipf's law. */
const zipf = (max: number, u: string): string => `toUInt32(exp(${u} * log(${max})))`
const list = (length: string, element: string): string =>
  `arrayDistinct(arrayMap(i -> ${element}, range(toUInt32(${length}))))`

const address = `if(number % 33 = 0,
  toIPv6(concat('2001:db8:', hex(toUInt16(cityHash64(number, 'high'))), ':', hex(toUInt16(number / 65536)), '::', hex(toUInt16(number % 65536)))),
  IPv4ToIPv6(toIPv4(toUInt32(16777216 + number * intDiv(3300000000, {addresses: UInt64})))))`

const web = `${chance('web')} < 0.45`

/** What each column of a document holds, as SQL over `number`. */
const columns: Record<string, string> = {
  ip: address,
  // The demo's keep what is known of them: reference data would have the others made anew, of facts that nobody wrote.
  origins: "['demo']",
  oldest_day: 'toDate(last_seen) - 2',
  first_seen: `last_seen - toUInt32(${chance('life')} * 5000000)`,
  // Half were seen in the last week, a tenth in the last day.
  last_seen: `now() - toUInt32(7000000 * pow(${chance('seen')}, 3.6))`,
  verdict_: chance('verdict'),
  classification:
    "multiIf(verdict_ < 0.22, 'malicious', verdict_ < 0.5, 'suspicious', verdict_ < 0.53, 'benign', 'unknown')",
  last_seen_malicious: "if(classification = 'malicious', last_seen, toDateTime(0, 'UTC'))",
  actor: `if(classification = 'benign', concat('Actor ', toString(${zipf(200, chance('actor'))})), 'unknown')`,
  spoofable: `${chance('spoofable')} < 0.2`,
  bot: `${chance('bot')} < 0.05`,
  vpn: `${chance('vpn')} < 0.03`,
  vpn_service: `if(vpn, concat('VPN_', toString(${zipf(60, chance('service'))})), '')`,
  tor: `${chance('tor')} < 0.005`,
  tag_ranks: list(`6 * pow(${chance('tags')}, 2)`, zipf(universe.tags, chanceAt('tag'))),
  tags: "arrayMap(r -> concat('tag-', toString(r)), tag_ranks)",
  tag_names: "arrayMap(r -> concat('Tag ', toString(r)), tag_ranks)",
  tag_first: 'arrayMap(r -> first_seen, tag_ranks)',
  tag_last: 'arrayMap(r -> last_seen, tag_ranks)',
  tag_sessions: 'arrayMap(r -> toUInt64(r), tag_ranks)',
  cves: "arrayMap(r -> concat('CVE-20', toString(10 + r % 15), '-', toString(1000 + r)), arrayFilter(r -> r % 3 = 0, tag_ranks))",
  single_destination: `${chance('single')} < 0.3`,
  network_: zipf(universe.asns, chance('asn')),
  asn: "concat('AS', toString(1000 + network_))",
  organization: `concat('Organization ', toString(network_ % ${universe.organizations}), ' Ltd')`,
  category: "['isp', 'hosting', 'business', 'education', 'mobile'][1 + cityHash64(network_, 'category') % 5]",
  country_: 'toUInt32(exp(cityHash64(network_) / 18446744073709551616. * log(240)))',
  country: "concat('Country ', toString(country_))",
  country_code: 'concat(char(65 + intDiv(country_, 26)), char(65 + country_ % 26))',
  city: "concat('City ', toString(cityHash64(network_, number % 7) % 9000))",
  region: "concat('Region ', toString(cityHash64(network_) % 900))",
  rdns: `if(${chance('rdns')} < 0.4, concat('host-', hex(number), '.pool', toString(network_ % 50), '.example', toString(network_), '.net'), '')`,
  rdns_parent: "if(rdns = '', '', concat('example', toString(network_), '.net'))",
  os: `['', 'Linux', 'Windows', 'FreeBSD'][1 + toUInt8(3.9 * pow(${chance('os')}, 2))]`,
  sensor_hits: zipf(100_000, chance('hits')),
  sensor_count: zipf(40, chance('sensors')),
  scan_port: list(
    `1 + 8 * pow(${chance('ports')}, 3)`,
    `toUInt16(${zipf(65_000, chanceAt('port'))} * 22 % 65535)`,
  ),
  scan_protocol: "arrayMap(p -> if(p % 11 = 0, 'udp', 'tcp'), scan_port)",
  ja3_fingerprint: list(
    `if(${web}, 2 * ${chance('ja3s')}, 0)`,
    `lower(hex(MD5(toString(${zipf(5000, chanceAt('ja3'))}))))`,
  ),
  ja3_port: 'arrayMap(f -> toUInt16(443), ja3_fingerprint)',
  destination_countries: list(
    `1 + 3 * ${chance('wheres')}`,
    `['Germany', 'Japan', 'Brazil', 'Canada'][1 + ${zipf(4, chanceAt('where'))} % 4]`,
  ),
  destination_country_codes: 'arrayMap(c -> upper(substring(c, 1, 2)), destination_countries)',
  source_ports_tcp: list(
    `1 + 20 * pow(${chance('froms')}, 3)`,
    `toUInt16(1024 + 60000 * ${chanceAt('from')})`,
  ),
  http_path: list(
    `if(${web}, 1 + 7 * pow(${chance('paths')}, 3), 0)`,
    `concat('/', ['admin', 'cgi-bin', 'api', 'wp-content', 'login'][1 + ${zipf(universe.paths, chanceAt('path'))} % 5], '/', toString(${zipf(universe.paths, chanceAt('path'))}), '.php')`,
  ),
  http_useragent: list(
    `if(${web}, 1 + 2 * pow(${chance('agents')}, 3), 0)`,
    `concat('Mozilla/5.0 (X11; build ', toString(${zipf(universe.useragents, chanceAt('agent'))}), ') AppleWebKit/537.36')`,
  ),
  http_method: list(
    `if(${web}, 1 + ${chance('methods')}, 0)`,
    `['GET', 'POST', 'HEAD'][1 + ${zipf(3, chanceAt('method'))} % 3]`,
  ),
  http_host: list(`if(${web}, 1, 0)`, `concat('203.0.113.', toString(${zipf(200, chanceAt('host'))}))`),
  tls_ja4: list(
    `if(${web}, 2 * ${chance('ja4s')}, 0)`,
    `concat('t13d', toString(${zipf(3000, chanceAt('ja4'))}), 'h2_8daaf6152771_b186095e22b6')`,
  ),
  hassh_fingerprint: list(
    `if(${chance('ssh')} < 0.2, 1, 0)`,
    `lower(hex(MD5(concat('h', toString(${zipf(400, chanceAt('hassh'))})))))`,
  ),
  hassh_port: 'arrayMap(f -> toUInt16(22), hassh_fingerprint)',
  source_bytes: 'toUInt64(sensor_hits) * 400',
}

/** Names that only help to say the others. */
const steps = new Set(['verdict_', 'tag_ranks', 'network_', 'country_'])
const stored = Object.keys(columns).filter((name) => !steps.has(name))

const insert = `INSERT INTO {local}.ips (${stored.join(', ')}, version, gone)
SELECT ${stored.join(', ')}, 1, 0 FROM (
  SELECT ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ')}
  FROM numbers({from: UInt64}, {rows: UInt64}))`

const size = defineQuery({
  name: 'documents there are',
  params: z.object({}),
  row: z.object({ documents: count }),
  sql: 'SELECT count() AS documents FROM {db}.ips',
})

export interface FilledStore {
  analytics: Analytics
  engine: LaunchedEngine
  close(): Promise<void>
}

/** Opens the store in a folder and fills it with so many documents, if it is new; values follow Zipf's law. */
export async function openFilled(folder: string, addresses: number): Promise<FilledStore> {
  const engine = await launchEngine({ dir: join(folder, 'analytics'), log: silent })
  const analytics = openAnalytics({ launched: engine })
  await migrate(analytics)
  const slice = 200_000
  const known = (await analytics.app.run(size, {}))[0]?.documents ?? 0
  for (let from = known; from < addresses; from += slice)
    await analytics.migrator.command(insert, { addresses, from, rows: Math.min(slice, addresses - from) })
  if (known < addresses) await analytics.migrator.command('OPTIMIZE TABLE {local}.ips FINAL')
  const close = async (): Promise<void> => {
    await analytics.close()
    await engine.stop()
  }
  return { analytics, engine, close }
}
