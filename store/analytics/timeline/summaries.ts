import { z } from 'zod'
import { toColumn } from '../address.ts'
import type { Reads } from '../read-only.ts'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { cutListSql } from '../rollups/bounds.ts'

const texts = z.array(z.string())

/** Values of one list that a bucket keeps: the most frequent, as the engine estimates them by three counters for each that is kept. */
const max = 100
const top = (array: string): string => `arraySort(topKArray(${max})(${array}))`

const told = [
  's.src_asn',
  's.src_category',
  's.src_organization',
  's.src_city',
  's.src_region',
  's.src_country',
  's.src_country_code',
  's.src_rdns',
  's.src_vpn_service',
]
  .map((column) => `toString(${column})`)
  .join(', ')

const summaries = defineQuery({
  name: 'summaries of an address',
  params: z.object({
    ip: z.string(),
    from: z.number(),
    to: z.number(),
    step: z.number(),
    offset: z.number(),
    size: z.number(),
  }),
  row: z.object({
    start: z.number(),
    told: texts,
    tor: flag,
    vpn: flag,
    handshake: flag,
    protocols: z.array(z.tuple([z.number(), z.string(), z.string()])),
    destinations: z.array(z.tuple([z.string(), z.string()])),
    tags: texts,
    paths: texts,
    useragents: texts,
    ja3: texts,
    hassh: texts,
  }),
  sql: `SELECT toUInt32(intDiv(toUnixTimestamp(s.first_packet), {step: UInt32}) * {step: UInt32}) AS start,
  argMax([${told}], (s.first_packet, s.id)) AS told,
  argMax(s.src_tor, (s.first_packet, s.id)) AS tor, argMax(s.src_vpn, (s.first_packet, s.id)) AS vpn,
  max(s.handshake) AS handshake,
  arraySort(topK(${max})((s.dst_port, toString(s.transport), toString(arrayFilter(p -> p != s.transport, s.protocols)[1])))) AS protocols,
  arraySort(groupUniqArray((toString(s.dst_country), toString(s.dst_country_code)))) AS destinations,
  arraySort(groupUniqArrayArray(CAST(s.tags, 'Array(String)'))) AS tags,
  ${top(cutListSql('s.http_path'))} AS paths, ${top(cutListSql('s.http_useragent'))} AS useragents,
  ${top('arrayMap(x -> lower(x), s.tls_ja3)')} AS ja3, ${top("if(s.ssh_hassh = '', [], [lower(s.ssh_hassh)])")} AS hassh
FROM {db}.sessions AS s
WHERE s.published AND ${notBackscatter} AND s.src_ip = {ip: IPv6}
  AND s.first_packet >= toDateTime({from: UInt32}, 'UTC') AND s.first_packet < toDateTime({to: UInt32}, 'UTC')
GROUP BY start ORDER BY start DESC LIMIT {size: UInt32} OFFSET {offset: UInt32}`,
})

export interface Summary {
  /** Start of the hour or day, milliseconds. */
  start: number
  /** What reference data said with the latest session of the bucket. */
  facts: {
    asn: string
    category: string
    organization: string
    city: string
    region: string
    country: string
    countryCode: string
    rdns: string
    vpnService: string
    tor: boolean
    vpn: boolean
  }
  /** No TCP handshake of the bucket was completed. */
  spoofable: boolean
  /** Application protocol "" where none was recognised. */
  protocols: { port: number; transport: string; application: string }[]
  destinations: { country: string; countryCode: string }[]
  /** Slugs. */
  tags: string[]
  paths: string[]
  userAgents: string[]
  ja3: string[]
  hassh: string[]
}

export interface Summaries {
  ip: string
  /** Milliseconds. */
  now: number
  days: number
  hours: 1 | 24
  offset: number
  size: number
}

/** What an address did in each hour or UTC day in which it was seen, newest first, from published sessions. */
export async function summariesOf(
  { app }: Reads,
  { ip, now, days, hours, offset, size }: Summaries,
): Promise<{ start: number; end: number; summaries: Summary[] }> {
  const step = hours * 3600
  const to = Math.floor(now / 1000) + 1
  const from = Math.floor((to - days * 86_400) / step) * step
  const rows = await app.run(summaries, { ip: toColumn(ip), from, to, step, offset, size })
  return {
    start: from * 1000,
    end: now,
    summaries: rows.map(({ start, told, tor, vpn, handshake, useragents, ...row }) => {
      const [asn = '', category = '', organization = '', city = '', region = ''] = told
      const [country = '', countryCode = '', rdns = '', vpnService = ''] = told.slice(5)
      return {
        start: start * 1000,
        facts: {
          asn,
          category,
          organization,
          city,
          region,
          country,
          countryCode,
          rdns,
          vpnService,
          tor,
          vpn,
        },
        spoofable: !handshake,
        protocols: row.protocols.map(([port, transport, application]) => ({ port, transport, application })),
        destinations: row.destinations
          .filter(([country]) => country !== '')
          .map(([country, countryCode]) => ({ country, countryCode })),
        tags: row.tags,
        paths: row.paths,
        userAgents: useragents,
        ja3: row.ja3,
        hassh: row.hassh,
      }
    }),
  }
}
