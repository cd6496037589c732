import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { address, count, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { WorkspaceScope } from './scope.ts'

/** What sensors of a workspace saw, published or not. Times are milliseconds since 1970 UTC. */

const since = 'first_packet >= fromUnixTimestamp64Milli({since: Int64})'
const hourOf = 'toStartOfHour(first_packet)'

/** What was spoken: the first name that is no transport's, else the transport. */
const spoken = `if(arrayFirst(p -> p NOT IN ('tcp', 'udp', 'icmp', 'icmpv6', 'sctp', 'other'), protocols) AS named = '', transport, named)`

const hourly = defineQuery({
  name: 'sessions of sensors by hour',
  params: z.object({ workspace: z.string(), sensors: z.array(z.string()), since: z.number() }),
  row: z.object({ sensor: z.string(), hour: milliseconds, sessions: count }),
  sql: `SELECT sensor, ${hourOf} AS hour, count() AS sessions FROM {db}.sessions
WHERE workspace = {workspace: String} AND ${since} AND sensor IN {sensors: Array(String)}
GROUP BY sensor, hour ORDER BY sensor, hour`,
})

const byProtocol = defineQuery({
  name: 'sessions of sensors by hour and protocol',
  params: z.object({ workspace: z.string(), sensors: z.array(z.string()), since: z.number() }),
  row: z.object({ hour: milliseconds, protocol: z.string(), sessions: count }),
  sql: `SELECT ${hourOf} AS hour, ${spoken} AS protocol, count() AS sessions FROM {db}.sessions
WHERE workspace = {workspace: String} AND ${since} AND sensor IN {sensors: Array(String)}
GROUP BY hour, protocol ORDER BY hour, sessions DESC, protocol`,
})

const latest = defineQuery({
  name: 'latest sessions of sensors',
  params: z.object({
    workspace: z.string(),
    sensors: z.array(z.string()),
    source: z.string(),
    since: z.number(),
    until: z.number(),
    before: z.number(),
    beforeId: z.string(),
    size: z.number().int().min(1).max(10_000),
  }),
  row: z.object({
    id: z.string(),
    sensor: z.string(),
    capture: z.string(),
    first_packet: milliseconds,
    last_packet: milliseconds,
    src_ip: address,
    src_port: z.number(),
    src_bytes: count,
    src_packets: count,
    dst_ip: address,
    dst_port: z.number(),
    dst_bytes: count,
    dst_packets: count,
    transport: z.string(),
    protocols: z.array(z.string()),
    http_uri: z.array(z.string()),
    tags: z.array(z.string()),
  }),
  sql: `SELECT id, sensor, capture, first_packet, last_packet, src_ip, src_port, src_bytes, src_packets,
  dst_ip, dst_port, dst_bytes, dst_packets, transport, protocols, arraySlice(http_uri, 1, 10) AS http_uri, tags
FROM {db}.sessions
WHERE workspace = {workspace: String} AND ${since} AND first_packet < fromUnixTimestamp64Milli({until: Int64})
  AND sensor IN {sensors: Array(String)}
  AND ({source: String} = '' OR src_ip = toIPv6OrDefault({source: String}))
  AND (first_packet, id) < (fromUnixTimestamp64Milli({before: Int64}), {beforeId: String})
ORDER BY first_packet DESC, id DESC LIMIT {size: UInt32}`,
})

export type SensorSessionRow = z.output<typeof latest.row>
export type SensorHour = z.output<typeof hourly.row>
export type ProtocolHour = z.output<typeof byProtocol.row>

export const sessionsByHour = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  of: { sensors: readonly string[]; since: number },
): Promise<SensorHour[]> => app.run(hourly, { workspace, sensors: [...of.sensors], since: of.since })

export const sessionsByProtocol = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  of: { sensors: readonly string[]; since: number },
): Promise<ProtocolHour[]> => app.run(byProtocol, { workspace, sensors: [...of.sensors], since: of.since })

/** Beyond every time that is taken in. */
const last = Date.UTC(2100, 0, 1)

/** Newest first, behind `before` where it is said. */
export const latestOfSensors = (
  { app }: Reads,
  { workspace }: WorkspaceScope,
  of: {
    sensors: readonly string[]
    since: number
    size: number
    until?: number
    source?: string
    before?: { at: number; id: string }
  },
): Promise<SensorSessionRow[]> =>
  app.run(latest, {
    workspace,
    sensors: [...of.sensors],
    since: of.since,
    size: of.size,
    until: of.until ?? last,
    source: of.source ?? '',
    before: of.before?.at ?? last,
    beforeId: of.before?.id ?? '',
  })
