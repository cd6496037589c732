import {
  type AgentUpdate,
  type BatchReceipt,
  defaultLimits,
  type EnrollAnswer,
  type HeartbeatAnswer,
  type SensorConfig,
  type SensorLimits,
} from '#model/sensor/protocol.ts'
import { profileOf } from './profile.ts'
import { list, record, text, truth, whole, WrongShape } from './read.ts'

/** What the server answers, read within limits: it may be wrong, and what stands on the line may not be the server. */

const most = Number.MAX_SAFE_INTEGER
const moment = (value: unknown, at: string): number => whole(value, at, 0, most)

export function configOf(value: unknown): SensorConfig {
  const from = record(value, 'config')
  const capture = record(from['capture'], 'capture')
  return {
    version: whole(from['version'], 'version', 0, most),
    profile: profileOf(from['profile']),
    capture: {
      isOn: truth(capture['is_on'], 'capture.is_on'),
      excluded: list(capture['excluded'], 'capture.excluded', 256, (one, at) => text(one, at, 64)),
      networkPorts: list(capture['network_ports'], 'capture.network_ports', 64, (one, at) =>
        whole(one, at, 1, 65_535),
      ),
      segmentBytes: whole(capture['segment_bytes'], 'capture.segment_bytes', 1, most),
      segmentMs: whole(capture['segment_ms'], 'capture.segment_ms', 1, most),
    },
    limits: limitsOf(from['limits']),
    heartbeatMs: whole(from['heartbeat_ms'], 'heartbeat_ms', 1, most),
  }
}

const limitNames: Record<keyof SensorLimits, string> = {
  connections: 'connections',
  connectionsPerSource: 'connections_per_source',
  bytesPerConnection: 'bytes_per_connection',
  connectionMs: 'connection_ms',
  spoolBytes: 'spool_bytes',
}

function limitsOf(value: unknown): SensorLimits {
  const from = record(value ?? {}, 'limits')
  const limits = { ...defaultLimits }
  for (const [name, key] of Object.entries(limitNames) as [keyof SensorLimits, string][])
    if (from[key] !== undefined) limits[name] = whole(from[key], `limits.${key}`, 1, most)
  return limits
}

export function enrollAnswerOf(value: unknown): EnrollAnswer {
  const from = record(value, 'answer')
  return {
    sensorId: text(from['sensor_id'], 'sensor_id', 64),
    name: text(from['name'], 'name'),
    sensorToken: text(from['sensor_token'], 'sensor_token', 256),
    receivedAt: moment(from['received_at'], 'received_at'),
    config: configOf(from['config']),
  }
}

export function heartbeatAnswerOf(value: unknown): HeartbeatAnswer {
  const from = record(value, 'answer')
  return {
    receivedAt: moment(from['received_at'], 'received_at'),
    configVersion: whole(from['config_version'], 'config_version', 0, most),
    update: from['update'] ? updateOf(from['update']) : null,
  }
}

export function updateOf(value: unknown): AgentUpdate {
  const from = record(value, 'update')
  return {
    version: text(from['version'], 'update.version', 64),
    sha256: text(from['sha256'], 'update.sha256', 64),
    signature: text(from['signature'], 'update.signature', 128),
    path: text(from['path'], 'update.path', 256),
  }
}

export function receiptOf(value: unknown): BatchReceipt {
  const from = record(value, 'receipt')
  return {
    id: text(from['id'], 'id', 64),
    sessions: whole(from['sessions'], 'sessions', 0, most),
    isRepeated: truth(from['is_repeated'], 'is_repeated'),
    receivedAt: moment(from['received_at'], 'received_at'),
  }
}

export function carriedOf(value: unknown): { id: string; port: number } {
  const from = record(value, 'connection')
  const id = text(from['id'], 'id', 36)
  // It becomes part of a path.
  if (!/^[\da-f-]{36}$/.test(id)) throw new WrongShape('id: expected a UUID')
  return { id, port: whole(from['port'], 'port', 1, 65_535) }
}
