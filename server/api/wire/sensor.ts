import { z } from '@hono/zod-openapi'
import type { SensorSessionRow } from '#store/analytics/sessions/of-sensors.ts'
import type { SensorDetail } from '#services/sensors/one.ts'
import { sensorStates } from '#services/sensors/status.ts'
import type { SensorSummary } from '#services/sensors/summary.ts'
import { toAgent } from './agent.ts'
import { snakeKeys } from './case.ts'
import { line } from './text.ts'

/** Sensors of a workspace, as its people and programs see them. */

/** What a change says of one thing. */
const word = z.union([z.string(), z.number(), z.boolean()])
const changed = z.union([word, z.array(word)])

const whole = z.number().int()
const instant = z.iso.datetime()
const maybe = instant.nullable()

/** Whatever is no id of ours is answered as one that nobody has. */
export const sensorId = z.object({ id: line(64).openapi({ format: 'uuid' }) })

export const sensor = z
  .object({
    id: z.uuid(),
    name: z.string(),
    status: z.enum(sensorStates),
    reason: z.string().openapi({ description: 'Why it is not online; empty where it is' }),
    since: maybe.openapi({ description: 'Since when it is offline' }),
    profile: z.object({ id: z.string(), name: z.string() }),
    ip_address: z.string().openapi({ description: 'The public address it is reached at, as its owner says' }),
    country_code: z.string(),
    country: z.string(),
    city: z.string(),
    asn: z.string(),
    organization: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    hostname: z.string(),
    os: z.string(),
    arch: z.string(),
    agent_version: z.string(),
    is_demo: z.boolean().openapi({ description: 'A simulated one, which leaves with the demo data' }),
    publish: z.boolean(),
    is_published: z
      .boolean()
      .openapi({ description: 'What it sends feeds the global records: its own word and its workspace’s' }),
    created: instant,
    enrolled: instant,
    last_heartbeat: maybe,
    last_batch: maybe,
    lag_ms: whole.openapi({ description: 'From the last packet of the last batch until it was here' }),
    waiting_bytes: whole,
    free_bytes: whole,
  })
  .openapi('Sensor')

export const listed = sensor
  .extend({ trace: z.array(whole).openapi({ description: 'Sessions of each of the last 24 hours' }) })
  .openapi('ListedSensor')

export const list = z.object({
  sensors: z.array(listed),
  total: whole,
  page: whole,
  pages: whole,
  counts: z.record(z.enum(sensorStates), whole).openapi({ description: 'Of all, whatever is searched for' }),
})

export const session = z
  .object({
    id: z.string(),
    sensor: z.string(),
    start: instant,
    stop: instant,
    source_ip: z.string(),
    source_port: whole,
    destination_ip: z.string(),
    destination_port: whole,
    transport: z.string(),
    protocols: z.array(z.string()),
    bytes: whole,
    packets: whole,
    tags: z.array(z.string()),
  })
  .openapi('SensorSession')

export const detail = sensor
  .extend({
    profile_version: whole,
    pretends: z.looseObject({ id: z.string(), name: z.string() }),
    config_version: whole,
    worked_by: whole.openapi({ description: 'The configuration that the agent works by' }),
    is_capturing: z.boolean(),
    excluded: z.array(z.string()),
    network_ports: z.array(whole),
    started_at: whole,
    skew_ms: whole.nullable(),
    checks: z.array(z.object({ name: z.string(), state: z.string(), detail: z.string() })),
    losses: z.record(z.string(), whole),
    listening: z.array(z.object({ port: whole, transport: z.string(), protocol: z.string() })),
    history: z.array(
      z.object({ version: whole, actor: z.string(), at: instant, what: z.record(z.string(), changed) }),
    ),
    hours: z.array(z.object({ hour: instant, protocol: z.string(), sessions: whole })),
    latest: z.array(session),
  })
  .openapi('SensorDetail')

export const change = z
  .strictObject({
    name: line(200).optional(),
    profile: line(64).optional().openapi({ description: 'Id of a profile' }),
    ip_address: line(64).optional(),
    publish: z.boolean().optional(),
    is_capturing: z.boolean().optional(),
    excluded: z
      .array(line(64))
      .max(256)
      .optional()
      .openapi({ description: 'Addresses and blocks of administrators: neither captured nor answered' }),
    network_ports: z
      .array(whole.min(1).max(65_535))
      .max(64)
      .optional()
      .openapi({ description: 'Ports of other programs that are counted all the same, headers only' }),
  })
  .openapi('SensorChange')

const iso = (at: number): string => new Date(at).toISOString()
const isoOr = (at: number | null): string | null => (at === null ? null : iso(at))

export function presentSensor(of: SensorSummary): z.infer<typeof sensor> {
  const { state, since, created, enrolled, lastHeartbeat, lastBatch, ...rest } = of
  return {
    ...(snakeKeys(rest) as z.infer<typeof sensor>),
    status: state,
    since: isoOr(since),
    created: iso(created),
    enrolled: iso(enrolled),
    last_heartbeat: isoOr(lastHeartbeat),
    last_batch: isoOr(lastBatch),
  }
}

export const presentSession = (row: SensorSessionRow): z.infer<typeof session> => ({
  id: row.id,
  sensor: row.sensor,
  start: iso(row.first_packet),
  stop: iso(row.last_packet),
  source_ip: row.src_ip,
  source_port: row.src_port,
  destination_ip: row.dst_ip,
  destination_port: row.dst_port,
  transport: row.transport,
  protocols: row.protocols,
  bytes: row.src_bytes + row.dst_bytes,
  packets: row.src_packets + row.dst_packets,
  tags: row.tags,
})

export function presentDetail(of: SensorDetail): z.infer<typeof detail> {
  const { pretends, said, history, hours, latest, ...rest } = of
  const {
    profileVersion,
    configVersion,
    workedBy,
    isCapturing,
    networkPorts,
    startedAt,
    skewMs,
    ...summary
  } = rest
  return {
    ...presentSensor(summary),
    excluded: [...of.excluded],
    profile_version: profileVersion,
    config_version: configVersion,
    worked_by: workedBy,
    is_capturing: isCapturing,
    network_ports: [...networkPorts],
    started_at: startedAt,
    skew_ms: skewMs,
    pretends: toAgent(pretends) as z.infer<typeof detail>['pretends'],
    checks: said.checks.map((one) => ({ ...one })),
    losses: { ...said.losses },
    listening: said.listening.map((one) => ({ ...one })),
    history: history.map(({ version, actor, at, what }) => ({
      version,
      actor,
      at: iso(at),
      what: snakeKeys(what) as Record<string, z.infer<typeof changed>>,
    })),
    hours: hours.map(({ hour, protocol, sessions }) => ({ hour: iso(hour), protocol, sessions })),
    latest: latest.map(presentSession),
  }
}

export const mapOfSensors = z.object({
  sensors: z.array(sensor.extend({ latitude: z.number(), longitude: z.number() })),
  elsewhere: whole.openapi({ description: 'Sensors whose place is not known' }),
})

/** What was given of something, without what was left out. */
export const given = <T extends object>(of: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** What became of an install command. */
export const installState = z
  .object({
    id: z.uuid(),
    expires: z.iso.datetime(),
    sensor: z.uuid().nullable().openapi({ description: 'The sensor that came of it' }),
    name: z.string().nullable(),
    is_heard: z.boolean().openapi({ description: 'A first heartbeat came' }),
  })
  .openapi('SensorInstall')
export const installCommand = installState.extend({
  command: z.string(),
  has_place: z.boolean().openapi({
    description:
      'Whether the plan has place for another sensor. Without it the command repairs the sensor that its host is already, and a new host is refused',
  }),
})
