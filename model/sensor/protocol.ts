/** What an agent and its server say to each other (docs/sensors.md). Times are milliseconds since 1970 UTC by the speaker's own clock. */
import type { SensorProfile } from './profile.ts'

/** Parts of an agent that can be well or not; each tells its own reason. */
export const checkNames = ['capture', 'decoys', 'disk', 'clock', 'shipping', 'tls', 'update'] as const
export type CheckName = (typeof checkNames)[number]

export interface SensorCheck {
  name: CheckName
  state: 'ok' | 'warning' | 'failed'
  /** One sentence: what is so, and since when it is not as it should be. */
  detail: string
}

/** What the server takes of a host that has more to say of itself: characters of its system's name, addresses. */
export const hostLimits = { os: 100, addresses: 64 }

export interface EnrollRequest {
  /** `nfi_…`, used once. */
  token: string
  hostname: string
  /** ID and VERSION_ID of /etc/os-release. */
  os: string
  arch: string
  agentVersion: string
  /** Addresses of the host's interfaces without loopback and link-local, as text. */
  addresses: readonly string[]
  sentAt: number
}

export interface EnrollAnswer {
  sensorId: string
  name: string
  /** `nfs_…`: all that later calls need. Shown once. */
  sensorToken: string
  receivedAt: number
  config: SensorConfig
}

/** What the server wants of an agent. `version` rises with every change. */
export interface SensorConfig {
  version: number
  profile: SensorProfile
  capture: {
    isOn: boolean
    /** Addresses and blocks of administrators: neither captured nor answered by a decoy. */
    excluded: readonly string[]
    /** Ports on which another program of the host listens and that are counted all the same: headers only. */
    networkPorts: readonly number[]
    /** Segments end at this size or age. */
    segmentBytes: number
    segmentMs: number
  }
  limits: SensorLimits
  heartbeatMs: number
}

export interface SensorLimits {
  connections: number
  connectionsPerSource: number
  bytesPerConnection: number
  connectionMs: number
  spoolBytes: number
}

export const defaultLimits: SensorLimits = {
  connections: 20_000,
  connectionsPerSource: 64,
  bytesPerConnection: 4 << 20,
  connectionMs: 300_000,
  // A shift would make it negative.
  spoolBytes: 2 * 1024 ** 3,
}

/** `losses` count since the agent was installed, by reason: packets dropped by the kernel, connections refused, segments given up. */
export interface Heartbeat {
  sentAt: number
  agentVersion: string
  startedAt: number
  configVersion: number
  checks: readonly SensorCheck[]
  spool: { batches: number; bytes: number; oldest: number | null; freeBytes: number }
  losses: Readonly<Record<string, number>>
  listening: readonly { port: number; transport: 'tcp' | 'udp'; protocol: string }[]
  addresses: readonly string[]
}

export interface HeartbeatAnswer {
  receivedAt: number
  configVersion: number
  /** Offered only to agents whose updates are on; signed by the key pinned at the install. */
  update: AgentUpdate | null
}

export interface AgentUpdate {
  version: string
  sha256: string
  /** Ed25519 over `${version}\n${sha256}\n`, base64. */
  signature: string
  path: string
}

/** Answer to `PUT /api/sensor/batches/{id}`; the same again for a batch that was taken before. */
export interface BatchReceipt {
  id: string
  sessions: number
  isRepeated: boolean
  receivedAt: number
}

/** Bytes of a batch as sent (compressed). */
export const batchBytes = 8 << 20
