import type { Selectable } from 'kysely'
import { z } from 'zod'
import { checkNames, type Heartbeat } from '#model/sensor/protocol.ts'
import { jsonOf } from '../json-of.ts'
import { isIntactRow } from '../row-sum.ts'
import type { Tables } from '../tables.ts'

const simulations = ['heard', 'silent'] as const
export type Simulation = (typeof simulations)[number]

/** A sensor as its workspace keeps it. Times are milliseconds since 1970 UTC. */
export interface Sensor {
  id: string
  workspace: string
  name: string
  /** Id of what it pretends to be; its version where that is the workspace's own, 0 where it is shipped. */
  profile: string
  profileVersion: number
  /** The public address it is reached at, as its owner says. */
  ipAddress: string
  hostname: string
  os: string
  arch: string
  /** Whether its sessions feed the global records, where those of its workspace do. */
  publish: boolean
  isCapturing: boolean
  /** Rises with every change of what the agent does. */
  configVersion: number
  /** Addresses and blocks of administrators. */
  excluded: readonly string[]
  /** Ports of other programs that are counted all the same. */
  networkPorts: readonly number[]
  /** A sensor of the demo: one that goes on being heard, or one that fell silent; null of a real one. */
  simulation: Simulation | null
  created: number
  enrolled: number
  /** null: it was not uninstalled. */
  ended: number | null
}

/** What an agent said of itself last, and when. */
export interface SensorHealth {
  /** null: never. */
  lastHeartbeat: number | null
  startedAt: number
  agentVersion: string
  /** The configuration it works by. */
  configVersion: number
  said: SaidByAgent
  /** What the sensor's clock lacks to the server's, milliseconds; null while nothing is known. */
  skewMs: number | null
  /** null: none came yet. */
  lastBatch: number | null
  /** Milliseconds from the last packet of the last batch until it was here. */
  lagMs: number
}

export type SaidByAgent = Pick<Heartbeat, 'checks' | 'spool' | 'losses' | 'listening' | 'addresses'>

/** On the list, with what it said. */
export interface KnownSensor {
  sensor: Sensor
  health: SensorHealth
}

export const nothingSaid: SaidByAgent = {
  checks: [],
  spool: { batches: 0, bytes: 0, oldest: null, freeBytes: 0 },
  losses: {},
  listening: [],
  addresses: [],
}

/** How many differences of clocks are remembered. */
const rememberedSkews = 8

/** Delays only add to a difference: the smallest of the last ones is nearest to the truth. */
export const skewOf = (skews: readonly number[]): number | null =>
  skews.length === 0 ? null : Math.min(...skews)

export const withSkew = (skews: readonly number[], skew: number): number[] =>
  [...skews, Math.round(skew)].slice(-rememberedSkews)

const texts = z.array(z.string())
const numbers = z.array(z.number())
const said = z.object({
  checks: z.array(
    z.object({ name: z.enum(checkNames), state: z.enum(['ok', 'warning', 'failed']), detail: z.string() }),
  ),
  spool: z.object({
    batches: z.number(),
    bytes: z.number(),
    oldest: z.number().nullable(),
    freeBytes: z.number(),
  }),
  losses: z.record(z.string(), z.number()),
  listening: z.array(z.object({ port: z.number(), transport: z.enum(['tcp', 'udp']), protocol: z.string() })),
  addresses: texts,
})

type Row = Selectable<Tables['sensors']>

/** null for a row that is not what was written: it sends for nobody. */
export function sensorOf(row: Row): Sensor | null {
  if (!isIntactRow(row)) return null
  const excluded = texts.safeParse(jsonOf(row.excluded)).data
  const networkPorts = numbers.safeParse(jsonOf(row.network_ports)).data
  if (!excluded || !networkPorts) return null
  const { id, workspace, name, profile, hostname, os, arch, created, enrolled } = row
  return {
    id,
    workspace,
    name,
    profile,
    profileVersion: row.profile_version,
    ipAddress: row.ip_address,
    hostname,
    os,
    arch,
    publish: row.publish === 1,
    isCapturing: row.capturing === 1,
    configVersion: row.config_version,
    excluded,
    networkPorts,
    simulation: simulations.find((one) => one === row.simulation) ?? null,
    created,
    enrolled,
    ended: row.ended === 0 ? null : row.ended,
  }
}

export type HealthRow = Selectable<Tables['sensor_health']>

export const healthOf = (row: HealthRow | undefined): SensorHealth => ({
  lastHeartbeat: row && row.last_heartbeat > 0 ? row.last_heartbeat : null,
  startedAt: row?.started ?? 0,
  agentVersion: row?.agent_version ?? '',
  configVersion: row?.config_version ?? 0,
  said: saidOf(row),
  skewMs: skewOf(skewsOf(row)),
  lastBatch: row && row.last_batch > 0 ? row.last_batch : null,
  lagMs: row?.lag ?? 0,
})

export const saidOf = (row: Pick<HealthRow, 'said'> | undefined): SaidByAgent =>
  said.safeParse(jsonOf(row?.said ?? '')).data ?? nothingSaid

export const skewsOf = (row: Pick<HealthRow, 'skews'> | undefined): number[] =>
  numbers.safeParse(jsonOf(row?.skews ?? '')).data ?? []
