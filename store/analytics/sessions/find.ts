import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { address, count, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { WorkspaceScope } from './scope.ts'

const find = defineQuery({
  name: 'a session by its id',
  params: z.object({ workspace: z.string(), id: z.string(), from: z.number(), to: z.number() }),
  row: z.object({
    capture: z.string(),
    firstPacket: milliseconds,
    protocol: z.number(),
    source: address,
    sourcePort: z.number(),
    destination: address,
    destinationPort: z.number(),
    packets: count,
  }),
  sql: `SELECT toString(capture) AS capture, first_packet AS firstPacket, ip_protocol AS protocol, src_ip AS source,
  src_port AS sourcePort, dst_ip AS destination, dst_port AS destinationPort, src_packets + dst_packets AS packets
FROM {db}.sessions
WHERE workspace = {workspace: String} AND first_packet >= fromUnixTimestamp64Milli({from: Int64}, 'UTC')
  AND first_packet <= fromUnixTimestamp64Milli({to: Int64}, 'UTC') AND id = {id: String}
LIMIT 1`,
})

export type FoundSession = z.output<typeof find.row>

/**
 * A session of a workspace. An id tells no time: whoever knows when it began (milliseconds) spares the engine all other days.
 * @returns null for one that the workspace does not have
 */
export async function findSession(
  { app }: Reads,
  { workspace }: WorkspaceScope,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<FoundSession | null> {
  const [session] = await app.run(find, { workspace, id, from, to })
  return session ?? null
}
