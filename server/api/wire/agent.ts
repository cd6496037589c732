import { z } from '@hono/zod-openapi'
import { checkNames, type EnrollRequest, type Heartbeat, hostLimits } from '#model/sensor/protocol.ts'
import { camelKey, snakeKey } from './case.ts'
import { line } from './text.ts'

/** What agents of sensors send and are answered (docs/sensors.md, model/sensor/protocol.ts). */

/** Maps whose keys are data: names of headers, commands of a shell, reasons of losses. */
const asTheyAre: ReadonlySet<string> = new Set(['headers', 'losses', 'shell'])

/** Deeper than anything that is said; what lies below is left as it came, for a schema to refuse. */
const deepest = 16

const withKeys = (change: (key: string) => string) => {
  const map = (value: unknown, depth: number): unknown => {
    if (depth > deepest || value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((one) => map(one, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        change(key),
        asTheyAre.has(key) ? inner : map(inner, depth + 1),
      ]),
    )
  }
  return (value: unknown): unknown => map(value, 0)
}
export const toAgent = withKeys(snakeKey)
export const fromWire = withKeys(camelKey)

/** Where something stands, by the names it was sent with: `catch_all.0.from`. */
export function wirePath(path: readonly PropertyKey[]): string {
  const names = path.map(String)
  const data = names.findIndex((name) => asTheyAre.has(name))
  return names.map((name, at) => (data >= 0 && at > data ? name : snakeKey(name))).join('.')
}

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const instant = whole.openapi({ description: 'Milliseconds since 1970 UTC by the clock of whoever speaks' })
const said = line(1024)
const addresses = z.array(line(64)).max(hostLimits.addresses)

export const enrollRequest = z
  .object({
    token: line(100),
    hostname: line(255),
    os: line(hostLimits.os),
    arch: line(40),
    agent_version: line(64),
    addresses,
    sent_at: instant,
  })
  .openapi('SensorEnrollRequest')

export const enrollAnswer = z
  .object({
    sensor_id: z.uuid(),
    name: z.string(),
    sensor_token: z.string().openapi({ description: 'All that later calls need; shown once' }),
    received_at: instant,
    config: z.looseObject({ version: whole }),
  })
  .openapi('SensorEnrollAnswer')

export const heartbeat = z
  .object({
    sent_at: instant,
    agent_version: line(64),
    started_at: instant,
    config_version: whole,
    checks: z
      .array(z.object({ name: z.enum(checkNames), state: z.enum(['ok', 'warning', 'failed']), detail: said }))
      .max(checkNames.length),
    spool: z.object({ batches: whole, bytes: whole, oldest: whole.nullable(), free_bytes: whole }),
    losses: z.record(line(64), whole).refine((all) => Object.keys(all).length <= 64, 'at most 64'),
    listening: z
      .array(
        z.object({
          port: z.number().int().min(0).max(65_535),
          transport: z.enum(['tcp', 'udp']),
          protocol: line(40),
        }),
      )
      .max(4096),
    addresses,
  })
  .openapi('SensorHeartbeat')

export const heartbeatAnswer = z
  .object({
    received_at: instant,
    config_version: whole,
    update: z
      .object({ version: z.string(), sha256: z.string(), signature: z.string(), path: z.string() })
      .nullable(),
  })
  .openapi('SensorHeartbeatAnswer')

export const sensorConfig = z
  .looseObject({
    version: whole,
    profile: z.looseObject({ id: z.string(), name: z.string() }),
    capture: z.object({
      is_on: z.boolean(),
      excluded: z.array(z.string()),
      network_ports: z.array(whole),
      segment_bytes: whole,
      segment_ms: whole,
    }),
    limits: z.object({
      connections: whole,
      connections_per_source: whole,
      bytes_per_connection: whole,
      connection_ms: whole,
      spool_bytes: whole,
    }),
    heartbeat_ms: whole,
  })
  .openapi('SensorConfig')

export const batchReceipt = z
  .object({ id: z.uuid(), sessions: whole, is_repeated: z.boolean(), received_at: instant })
  .openapi('SensorBatchReceipt')

export const carriedConnection = z
  .object({ id: z.uuid(), port: z.number().int() })
  .openapi('CarriedConnection')

export const enrollRequestOf = (body: z.infer<typeof enrollRequest>): EnrollRequest =>
  fromWire(body) as EnrollRequest

export const heartbeatOf = (body: z.infer<typeof heartbeat>): Heartbeat => fromWire(body) as Heartbeat
