import type { CheckName, SensorCheck } from '#model/sensor/protocol.ts'
import type { KnownSensor } from '#store/app/sensors/sensor.ts'

export const sensorStates = ['online', 'degraded', 'offline', 'never-seen'] as const
export type SensorState = (typeof sensorStates)[number]

export interface SensorStatus {
  state: SensorState
  /** One sentence; "" of one that is online. */
  reason: string
  /** Since when it is offline, milliseconds; null where that is not known. */
  since: number | null
}

/** How often an agent tells of itself, and after how long without a word it is taken for gone: four words in a row got lost. */
export const heartbeatMs = 15_000
export const silenceMs = 60_000

/** A clock that is off by more is told; within it times are corrected and nobody need know. */
const skewToldMs = 60_000

/** What each check is about, as its failure is called. */
const troubles: Record<CheckName, string> = {
  tls: 'TLS error',
  shipping: 'Cannot send',
  disk: 'Disk full',
  decoys: 'Ports closed',
  capture: 'Capture lacking',
  clock: 'Clock off',
  update: 'Update failed',
}

/** The worst first: what keeps a sensor from being heard explains what else is wrong. */
const order = Object.keys(troubles) as CheckName[]

/** How a sensor fares, and why: from what it said last and when. */
export function statusOf({ sensor, health }: KnownSensor, now: number): SensorStatus {
  const { lastHeartbeat, said } = health
  if (sensor.ended !== null)
    return { state: 'offline', reason: `Uninstalled on ${timeText(sensor.ended)}.`, since: sensor.ended }
  if (lastHeartbeat === null)
    return { state: 'never-seen', reason: 'Installed, and no heartbeat has come yet.', since: null }
  const [worst] = troublesIn(said.checks)
  if (now - lastHeartbeat > silenceMs) {
    const last = worst ? ` Its last error: ${sentenceOf(worst)}` : ''
    return {
      state: 'offline',
      reason: `No heartbeat since ${timeText(lastHeartbeat)}.${last}`,
      since: lastHeartbeat,
    }
  }
  if (worst) return { state: 'degraded', reason: sentenceOf(worst), since: null }
  const skew = health.skewMs ?? 0
  if (Math.abs(skew) > skewToldMs)
    return {
      state: 'degraded',
      reason: `${troubles.clock}: it is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'behind' : 'ahead'}.`,
      since: null,
    }
  return { state: 'online', reason: '', since: null }
}

/** Failures before warnings, each in the order of what it explains. */
const troublesIn = (checks: readonly SensorCheck[]): SensorCheck[] =>
  checks.filter(({ state }) => state !== 'ok').sort((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ name, state }: SensorCheck): number =>
  order.indexOf(name) + (state === 'failed' ? 0 : order.length)

const sentenceOf = ({ name, detail }: SensorCheck): string =>
  detail === '' ? `${troubles[name]}.` : `${troubles[name]}: ${detail}`

/** "2026-11-25 22:10 UTC" */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
