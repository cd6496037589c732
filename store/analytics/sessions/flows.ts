import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { Reads } from '../read-only.ts'
import { compilePredicate } from '../predicate/compile.ts'
import { address, count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { sessionNames } from '../tables/sessions-column-names.ts'
import type { WorkspaceScope } from './scope.ts'

/** Whose sessions, of which time (first packets from `from` on and before `to`, milliseconds), of which sensors (none: all). */
export interface SessionsWanted {
  from: number
  to: number
  sensors: readonly string[]
  predicate: Predicate
}

const wanted = {
  workspace: z.string(),
  from: z.number(),
  to: z.number(),
  sensors: z.array(z.string()),
}
const isWanted = `workspace = {workspace: String} AND first_packet >= fromUnixTimestamp64Milli({from: Int64}, 'UTC')
  AND first_packet < fromUnixTimestamp64Milli({to: Int64}, 'UTC')
  AND (empty({sensors: Array(String)}) OR has({sensors: Array(String)}, toString(sensor))) AND ({{where}})`

const sizes = defineQuery({
  name: 'packets of sessions by capture',
  params: z.object(wanted),
  row: z.object({ capture: z.string(), sessions: count, packets: count, bytes: count }),
  sql: `SELECT toString(capture) AS capture, count() AS sessions, sum(src_packets + dst_packets) AS packets,
  sum(src_bytes + dst_bytes) AS bytes
FROM {db}.sessions WHERE ${isWanted} GROUP BY capture ORDER BY capture`,
})

const flows = defineQuery({
  name: 'conversations of sessions in captures',
  params: z.object({ ...wanted, captures: z.array(z.string()), max: z.number() }),
  row: z.object({
    capture: z.string(),
    protocol: z.number(),
    source: address,
    sourcePort: z.number(),
    destination: address,
    destinationPort: z.number(),
  }),
  sql: `SELECT toString(capture) AS capture, ip_protocol AS protocol, src_ip AS source, src_port AS sourcePort,
  dst_ip AS destination, dst_port AS destinationPort
FROM {db}.sessions WHERE ${isWanted} AND has({captures: Array(String)}, toString(capture))
ORDER BY capture, first_packet, id LIMIT {max: UInt32}`,
})

export type CaptureSize = z.output<typeof sizes.row>
export type FlowOfCapture = z.output<typeof flows.row>

const where = (predicate: Predicate): { fragments: { where: Fragment } } => ({
  fragments: { where: compilePredicate(predicate, { names: sessionNames, prefix: 'w' }) },
})

/** How much the packets of sessions are, by the capture that holds them: counted as frames, without what a file adds. */
export const sizesByCapture = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  { predicate, sensors, ...time }: SessionsWanted,
): Promise<CaptureSize[]> => app.run(sizes, { workspace, sensors: [...sensors], ...time }, where(predicate))

/** The conversations of those sessions that lie in some captures, by capture. */
export const flowsOfCaptures = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  { predicate, sensors, captures, ...rest }: SessionsWanted & { captures: readonly string[]; max: number },
): Promise<FlowOfCapture[]> =>
  app.run(flows, { workspace, sensors: [...sensors], captures: [...captures], ...rest }, where(predicate))
