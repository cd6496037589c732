import { join } from 'node:path'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { loadTags } from '#tags/load.ts'

/** Numbers that stand for the addresses of a filled store, spread over 1.0.0.0 – 200.0.0.0. */
export const addressAt = (index: number, addresses: number): string => {
  const value = 2 ** 24 + index * Math.floor(3.3e9 / addresses)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}

const ip = `IPv4ToIPv6(toIPv4(toUInt32(16777216 + number * intDiv(3300000000, {addresses: UInt64}))))`
const seen = 'toUInt32(now() - 3600 - number % 600000)'
const port = "leftPad(toString(1 + number % 9000), 5, '0')"

/**
 * Two days of facts about every address, their first sight, and the document that follows from them. The documents are
 * the demo's, which keeps its facts: reference data would have every other one made anew while others are measured.
 */
const statements = [
  `INSERT INTO {local}.ip_life (origin, ip, first_seen)
   SELECT 'live', ${ip}, ${seen} FROM numbers({addresses: UInt64})`,
  ...[1, 2].map(
    (day) => `INSERT INTO {local}.ip_day
     (origin, day, ip, sessions, source_bytes, first_seen, last_seen, handshake, dst_low, dst_high, facts, tag_first, tag_last, latest)
     SELECT 'live', today() - ${day}, ${ip}, 3, 400, ${seen}, ${seen}, 1, toIPv6('192.0.2.1'), toIPv6('192.0.2.9'),
       map(concat('p', ${port}, '/tcp'), 3, 'tmirai', 1, 'sbench', 3, concat('P/', toString(number % 1000)), 1,
         concat('Ubench/', toString(number % 50)), 1, concat('x', toString(10000 + number % 50000)), 3),
       map('mirai', ${seen}), map('mirai', ${seen}),
       (toInt64(number), toString(number), '["AU","Australia","","",null,null,"AS64500","Example","isp","","","","",false,false,false,""]')
     FROM numbers({addresses: UInt64})`,
  ),
  `INSERT INTO {local}.ips
   (ip, origins, oldest_day, first_seen, last_seen, classification, actor,
    tags, tag_names, tag_first, tag_last, tag_sessions,
    country, country_code, asn, organization, category, sensor_hits, sensor_count, scan_port, scan_protocol, http_path,
    http_useragent, source_ports_tcp, source_bytes, version, gone)
   SELECT ${ip}, ['demo'], today() - 2, ${seen}, ${seen}, 'malicious', 'unknown',
     ['mirai'], ['Mirai'], [${seen}], [${seen}], [2],
     'Australia', 'AU', 'AS64500', 'Example', 'isp', 6, 1, [1 + number % 9000], ['tcp'], [concat('/', toString(number % 1000))],
     [concat('bench/', toString(number % 50))], [10000 + number % 50000], 800, 1, 0
   FROM numbers({addresses: UInt64})`,
]

/** Wide rows in blocks as large as usual would need gigabytes. */
const inBlocks = {
  max_block_size: 65_536,
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: 0,
}

/** Fills the analytics of a data folder that no product runs on with so many addresses. */
export async function fill(dataFolder: string, addresses: number): Promise<void> {
  const engine = await launchEngine({ dir: join(dataFolder, 'analytics'), log: silent })
  const analytics = openAnalytics({ launched: engine })
  try {
    await migrate(analytics)
    // Before the facts: a changed catalogue would have every document made anew.
    await writeTagCatalogue(analytics, loadTags())
    for (const sql of statements) await analytics.migrator.command(sql, { addresses }, { settings: inBlocks })
  } finally {
    await analytics.close()
    await engine.stop()
  }
}
