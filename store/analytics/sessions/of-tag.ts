import { z } from 'zod'
import { toColumn } from '../address.ts'
import { count, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import type { WorkspaceScope } from './scope.ts'

const query = defineQuery({
  name: 'sessions of an address that carry a tag',
  params: z.object({
    workspace: z.string(),
    ip: z.string(),
    tag: z.string(),
    since: z.number(),
    size: z.number().int().min(1).max(100),
  }),
  row: z.object({
    id: z.string(),
    sensor: z.string(),
    capture: z.string(),
    first_packet: milliseconds,
    dst_port: z.number(),
    transport: z.string(),
    packets: count,
  }),
  sql: `SELECT s.id AS id, toString(s.sensor) AS sensor, toString(s.capture) AS capture, s.first_packet AS first_packet,
  s.dst_port AS dst_port, toString(s.transport) AS transport, s.src_packets + s.dst_packets AS packets
FROM {db}.sessions AS s
WHERE s.workspace = {workspace: String} AND ${notBackscatter} AND s.src_ip = {ip: IPv6} AND has(s.tags, {tag: String})
  AND s.first_packet >= fromUnixTimestamp64Milli({since: Int64})
ORDER BY s.first_packet DESC, s.id DESC LIMIT {size: UInt32}`,
})

export type TaggedSession = z.output<typeof query.row>

/** Sessions of one workspace in which an address did what a tag stands for, published or not, newest first. @param since milliseconds since 1970 */
export const sessionsOfTag = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  { ip, ...of }: { ip: string; tag: string; since: number; size: number },
): Promise<TaggedSession[]> => app.run(query, { workspace, ip: toColumn(ip), ...of })
