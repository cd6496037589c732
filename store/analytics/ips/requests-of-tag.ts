import { z } from 'zod'
import { toColumn } from '../address.ts'
import { count, instant } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { cutListSql, cutSql } from '../rollups/bounds.ts'

/** Requests and lines of one session that are shown. */
const ofASession = 5

const firsts = (list: string): string => cutListSql(`arraySlice(${list}, 1, ${ofASession})`)

const query = defineQuery({
  name: 'what an address sent for a tag',
  params: z.object({ ip: z.string(), tag: z.string(), since: z.number(), max: z.number() }),
  row: z.object({
    port: z.number(),
    transport: z.string(),
    methods: z.array(z.string()),
    uris: z.array(z.string()),
    agents: z.array(z.string()),
    lines: z.array(z.string()),
    ssh: z.string(),
    sessions: count,
    first: instant,
    last: instant,
  }),
  sql: `SELECT s.dst_port AS port, toString(s.transport) AS transport,
  arraySlice(CAST(s.http_method, 'Array(String)'), 1, ${ofASession}) AS methods, ${firsts('s.http_uri')} AS uris,
  arrayDistinct(${firsts('s.http_useragent')}) AS agents, ${firsts('s.telnet_lines')} AS lines,
  ${cutSql('toString(s.ssh_client_version)')} AS ssh,
  count() AS sessions, min(s.first_packet) AS first, max(s.first_packet) AS last
FROM {db}.sessions AS s
WHERE s.published AND ${notBackscatter} AND s.src_ip = {ip: IPv6} AND has(s.tags, {tag: String})
  AND s.first_packet >= toDateTime({since: UInt32}, 'UTC')
GROUP BY port, transport, methods, uris, agents, lines, ssh
ORDER BY sessions DESC, last DESC, port, uris LIMIT {max: UInt32}`,
})

/** Sessions of one kind that carry a tag: to which port they went and what they asked there, as records publish it. */
export type RequestsOfTag = z.output<typeof query.row>

/** What an address did in its published sessions that carry the tag, alike ones together, the most frequent first. @param since seconds since 1970 */
export const requestsOfTag = (
  { app }: Reads,
  { ip, ...asked }: { ip: string; tag: string; since: number; max: number },
): Promise<RequestsOfTag[]> => app.run(query, { ip: toColumn(ip), ...asked })
