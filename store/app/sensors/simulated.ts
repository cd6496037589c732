import { summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { type SaidByAgent, type Sensor, sensorOf, type Simulation } from './sensor.ts'

/** A sensor of the demo, as it is entered. Times are milliseconds since 1970 UTC. */
export interface SimulatedSensor extends Pick<
  Sensor,
  'id' | 'name' | 'profile' | 'ipAddress' | 'hostname' | 'os' | 'arch' | 'enrolled'
> {
  simulation: Simulation
  agentVersion: string
  startedAt: number
  /** Of one that fell silent; null of one that goes on being heard: of that, time itself tells when (services/sensors/heard.ts). */
  lastHeartbeat: number | null
  skewMs: number
  said: SaidByAgent
}

/** Enters one, once, and gives it back as it is now, also where it was taken off the list since. No token opens anything as it. */
export function enterSimulated(
  db: AppDatabase,
  workspace: string,
  { agentVersion, startedAt, lastHeartbeat, skewMs, said, ipAddress, ...of }: SimulatedSensor,
): Promise<Sensor> {
  return db.transaction().execute(async (within) => {
    const row = summed({
      ...of,
      workspace,
      token_hash: '',
      profile_version: 0,
      ip_address: ipAddress,
      publish: 1,
      capturing: 1,
      config_version: 1,
      excluded: '[]',
      network_ports: '[]',
      created: of.enrolled,
      ended: 0,
      removed: 0,
    })
    await within
      .insertInto('sensors')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await within
      .insertInto('sensor_health')
      .values({
        sensor: of.id,
        workspace,
        last_heartbeat: lastHeartbeat ?? 0,
        started: startedAt,
        agent_version: agentVersion,
        config_version: 1,
        said: JSON.stringify(said),
        skews: JSON.stringify([skewMs]),
        last_batch: 0,
        lag: 0,
        silence_told: 0,
      })
      .onConflict((conflict) => conflict.column('sensor').doNothing())
      .execute()
    const found = await within
      .selectFrom('sensors')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', '=', of.id)
      .executeTakeFirstOrThrow()
    const sensor = sensorOf(found)
    if (!sensor)
      throw new Error('The row of a simulated sensor is damaged: remove the demo and load it again.')
    return sensor
  })
}

/** Takes every sensor of the demo out, with all that was kept of it. @returns their ids */
export async function removeSimulated(db: AppDatabase): Promise<string[]> {
  const removed = await db.deleteFrom('sensors').where('simulation', '!=', '').returning('id').execute()
  return removed.map(({ id }) => id)
}
