import type { Heartbeat } from './sensor/protocol.ts'

/**
 * The three sensors of the demo: the simulator (demo/) makes what they see, the server enters them and says how they fare
 * (services/demo/take-part.ts).
 */
export interface DemoSensor {
  /** Whose captures are its own. */
  site: string
  name: string
  profile: string
  /** What it was before, until twelve days before the load. */
  earlierProfile?: string
  hostname: string
  os: string
  arch: string
  /** One of its site's addresses. */
  ipAddress: string
  /** Hours before the load at which it was heard last, and saw the last packet; 0 for one that goes on being heard. */
  silentHours: number
  /** What its clock lacks to the server's, milliseconds. */
  skewMs: number
  /** What it says of itself, besides times, versions and ports. */
  said: Pick<Heartbeat, 'checks' | 'spool' | 'losses'>
}

const well: Heartbeat['checks'] = [
  { name: 'capture', state: 'ok', detail: 'Every packet that reaches it.' },
  { name: 'decoys', state: 'ok', detail: 'Every port of its profile listens.' },
  { name: 'disk', state: 'ok', detail: '20480 MiB are free.' },
  { name: 'clock', state: 'ok', detail: 'Within 1 s of the server’s.' },
  { name: 'shipping', state: 'ok', detail: 'What was captured is sent.' },
  { name: 'tls', state: 'ok', detail: 'The key named at the install.' },
  { name: 'update', state: 'ok', detail: 'Off.' },
]

const but = (...others: Heartbeat['checks']): Heartbeat['checks'] =>
  well.map((check) => others.find(({ name }) => name === check.name) ?? check)

const nothingWaits = { batches: 0, bytes: 0, oldest: null, freeBytes: 20_480 * 1_048_576 }

export const demoSensors: readonly DemoSensor[] = [
  {
    site: 'demo-1',
    name: 'Demo Heron',
    profile: 'linux-server',
    hostname: 'demo-heron',
    os: 'debian 12',
    arch: 'x64',
    ipAddress: '192.0.2.10',
    silentHours: 0,
    skewMs: 40,
    said: { checks: well, spool: nothingWaits, losses: {} },
  },
  {
    site: 'demo-2',
    name: 'Demo Kestrel',
    profile: 'iot-worm-favourite',
    earlierProfile: 'ip-camera',
    hostname: 'demo-kestrel',
    os: 'alpine 3.20',
    arch: 'arm64',
    ipAddress: '198.51.100.45',
    silentHours: 0,
    skewMs: 74_000,
    said: {
      checks: but({ name: 'clock', state: 'warning', detail: 'This host’s clock is 74 s slow.' }),
      spool: nothingWaits,
      losses: { 'answers-rate': 318 },
    },
  },
  {
    site: 'demo-3',
    name: 'Demo Otter',
    profile: 'open-ports',
    hostname: 'demo-otter',
    os: 'ubuntu 24.04',
    arch: 'x64',
    ipAddress: '203.0.113.73',
    silentHours: 5,
    skewMs: 120,
    said: {
      checks: but({
        name: 'disk',
        state: 'failed',
        detail: 'The last segment could not be kept: ENOSPC: no space left on device, write.',
      }),
      spool: { batches: 0, bytes: 0, oldest: null, freeBytes: 0 },
      losses: { segments: 41, 'segment-bytes': 1_893_120 },
    },
  },
]

const hourMs = 3_600_000

/** Up to when a sensor of the demo that was loaded at `loadedAt` sees packets, milliseconds: a whole hour. */
export const seesUntil = ({ silentHours }: Pick<DemoSensor, 'silentHours'>, loadedAt: number): number =>
  (Math.floor(loadedAt / hourMs) - silentHours) * hourMs
