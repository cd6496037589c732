import { z } from '@hono/zod-openapi'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { SensorState } from '#services/sensors/status.ts'
import type { SensorSummary } from '#services/sensors/summary.ts'
import type { ProfileSummary } from '#services/sensors/profiles.ts'
import { line } from './text.ts'

/** Sensors and personas in the shapes of existing clients (public API notes 3.5 and 3.6). */

const instant = z.iso.datetime()
const whole = z.number().int()

export const ofWorkspace = z.object({ workspace: line(64).openapi({ format: 'uuid' }) })
export const ofSensor = ofWorkspace.extend({ id: line(64).openapi({ format: 'uuid' }) })
export const pagination = z.object({ page: whole, page_size: whole, total_items: whole })

export const sensor = z
  .object({
    sensor_id: z.uuid(),
    name: z.string(),
    public_ips: z.array(z.string()),
    access_port: whole.nullable(),
    persona: z.string(),
    status: z.enum(['healthy', 'degraded', 'offline', 'pending']),
    disabled: z.boolean(),
    last_seen: instant.nullable(),
    created_at: instant,
    updated_at: instant,
    metadata: z.object({
      items: z.array(z.object({ access: z.string(), name: z.string(), val: z.string() })),
    }),
  })
  .openapi('PublicSensor')

export const change = z.looseObject({
  name: line(200).optional(),
  persona: line(64).optional(),
  metadata: z
    .looseObject({})
    .optional()
    .openapi({ description: 'Taken and left: what is kept has calls of its own' }),
})

const statuses: Record<SensorState, z.infer<typeof sensor>['status']> = {
  online: 'healthy',
  degraded: 'degraded',
  offline: 'offline',
  'never-seen': 'pending',
}

const iso = (at: number): string => new Date(at).toISOString()

export const present = (of: SensorSummary): z.infer<typeof sensor> => ({
  sensor_id: of.id,
  name: of.name,
  public_ips: of.ipAddress === '' ? [] : [of.ipAddress],
  // Of the host's own SSH a server is told nothing.
  access_port: null,
  persona: of.profile.id,
  status: statuses[of.state],
  disabled: false,
  last_seen: of.lastHeartbeat === null ? null : iso(of.lastHeartbeat),
  created_at: iso(of.created),
  updated_at: iso(Math.max(of.enrolled, of.lastHeartbeat ?? 0)),
  metadata: {
    items: [
      { access: 'readonly', name: 'hostname', val: of.hostname },
      { access: 'readonly', name: 'os', val: of.os },
      { access: 'readonly', name: 'reason', val: of.reason },
    ],
  },
})

export const persona = z
  .object({
    id: z.string(),
    name: z.string(),
    author: z.string(),
    description: z.string(),
    tier: z.enum(['community', 'premium']),
    categories: z.array(z.string()),
    application_protocols: z.array(z.string()),
    ports: z.array(whole),
    operating_system: z.string(),
    icon: z.string(),
    associated_vulnerabilities: z.array(z.string()),
    instance_management: z.string(),
    artifact_link: z.string(),
    workspace: z.string(),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
  })
  .openapi('Persona')

const unique = <T extends string | number>(values: readonly T[]): T[] => [...new Set(values)]
const protocolsOf = ({ ports }: SensorProfile): string[] => unique(ports.map(({ protocol }) => protocol))

export const presentPersona = (
  { profile, isOwn, changed }: ProfileSummary,
  workspace: string,
): z.infer<typeof persona> => ({
  id: profile.id,
  name: profile.name,
  author: profile.author,
  description: profile.description,
  tier: profile.tier,
  categories: [...profile.categories],
  application_protocols: protocolsOf(profile),
  ports: unique(profile.ports.map(({ port }) => port)),
  operating_system: profile.operatingSystem,
  icon: '',
  associated_vulnerabilities: [...profile.cves],
  instance_management: 'per_gateway',
  artifact_link: '',
  workspace: isOwn ? workspace : '',
  created_at: changed === null ? null : iso(changed),
  updated_at: changed === null ? null : iso(changed),
})

export const activityRow = z
  .object({
    session_id: z.string(),
    sensor_id: z.string(),
    persona_id: z.string(),
    source_ip: z.string(),
    source_port: whole,
    destination_ip: z.string(),
    destination_port: whole,
    protocols: z.array(z.string()),
    http_uri: z.array(z.string()),
    bytes: whole,
    packets: whole,
    start_time: instant,
    stop_time: instant,
  })
  .openapi('SensorActivity')
