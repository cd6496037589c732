import type { SensorProfile } from '#model/sensor/profile.ts'
import { version } from '#model/version.ts'
import type { KnownSensor, SaidByAgent, SensorHealth } from '#store/app/sensors/sensor.ts'
import { heartbeatMs } from './status.ts'

/**
 * What a sensor said last. A simulated one that goes on being heard has no agent, so nothing is written as time goes by: the server says
 * for it, whenever it is asked, what an agent of this release would have said at its last beat.
 */
export function heardOf({ sensor, health }: KnownSensor, now: number): SensorHealth {
  if (sensor.simulation !== 'heard') return health
  const { configVersion } = sensor
  return { ...health, lastHeartbeat: now - (now % heartbeatMs), agentVersion: version, configVersion }
}

/** What a host listens to that opens every port of a profile. */
export const listeningTo = ({ ports }: SensorProfile): SaidByAgent['listening'] =>
  ports.map(({ port, transport, protocol }) => ({ port, transport, protocol }))
