import type { SensorProfile } from '#model/sensor/profile.ts'
import type { KnownSensor } from '#store/app/sensors/sensor.ts'
import type { Ctx } from '../context.ts'
import { workspaceOf } from '../scope.ts'
import { heardOf } from './heard.ts'
import { type SensorStatus, statusOf } from './status.ts'

/** A sensor as lists show it. Times are milliseconds since 1970 UTC. */
export interface SensorSummary extends SensorStatus {
  id: string
  name: string
  profile: Pick<SensorProfile, 'id' | 'name'>
  ipAddress: string
  /** Where that is, as far as it is known; "" else. */
  countryCode: string
  country: string
  city: string
  asn: string
  organization: string
  latitude: number | null
  longitude: number | null
  hostname: string
  os: string
  arch: string
  agentVersion: string
  /** A simulated one. */
  isDemo: boolean
  publish: boolean
  /** Whether what it sends feeds the global records: its own word, and that of its workspace. */
  isPublished: boolean
  created: number
  enrolled: number
  lastHeartbeat: number | null
  lastBatch: number | null
  lagMs: number
  /** Of the sensor's disk. */
  waitingBytes: number
  freeBytes: number
}

/** Names of profiles by id: the workspace's own and those that are shipped. */
export async function profileNames(
  ctx: Pick<Ctx, 'workspace' | 'profiles'>,
): Promise<(id: string) => string> {
  const own = new Map(
    (await ctx.workspace.sensors.profiles.list()).map(({ profile }) => [profile.id, profile.name]),
  )
  return (id) => own.get(id) ?? ctx.profiles.get(id)?.name ?? id
}

export function summaryOf(
  ctx: Pick<Ctx, 'enrich' | 'clock' | 'scope'>,
  known: KnownSensor,
  nameOf: (profile: string) => string,
): SensorSummary {
  const { sensor } = known
  const now = ctx.clock()
  const health = heardOf(known, now)
  const isDemo = sensor.simulation !== null
  const place = sensor.ipAddress === '' ? null : ctx.enrich(sensor.ipAddress, isDemo ? 'demo' : 'live')
  return {
    ...statusOf({ sensor, health }, now),
    id: sensor.id,
    name: sensor.name,
    profile: { id: sensor.profile, name: nameOf(sensor.profile) },
    ipAddress: sensor.ipAddress,
    countryCode: place?.countryCode ?? '',
    country: place?.country ?? '',
    city: place?.city ?? '',
    asn: place?.asn ?? '',
    organization: place?.organization ?? '',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    hostname: sensor.hostname,
    os: sensor.os,
    arch: sensor.arch,
    agentVersion: health.agentVersion,
    isDemo,
    publish: sensor.publish,
    isPublished: sensor.publish && workspaceOf(ctx.scope).publish,
    created: sensor.created,
    enrolled: sensor.enrolled,
    lastHeartbeat: health.lastHeartbeat,
    lastBatch: health.lastBatch,
    lagMs: health.lagMs,
    waitingBytes: health.said.spool.bytes,
    freeBytes: health.said.spool.freeBytes,
  }
}
