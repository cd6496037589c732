import type { AppDatabase } from '../tables.ts'
import type { Heartbeat } from '#model/sensor/protocol.ts'
import { type SaidByAgent, saidOf, skewOf, skewsOf, withSkew } from './sensor.ts'

/** Keeps what an agent says of itself. @returns the skew, milliseconds, and whether it had been told to be silent */
export async function keepHeartbeat(
  db: AppDatabase,
  {
    sensor,
    workspace,
    heartbeat,
    now,
  }: { sensor: string; workspace: string; heartbeat: Heartbeat; now: number },
): Promise<{ skewMs: number; wasSilent: boolean }> {
  return db.transaction().execute(async (within) => {
    const row = await within
      .selectFrom('sensor_health')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('sensor', '=', sensor)
      .executeTakeFirst()
    const skews = withSkew(skewsOf(row), now - heartbeat.sentAt)
    const { checks, spool, losses, listening, addresses } = heartbeat
    const said: SaidByAgent = { checks, spool, losses, listening, addresses }
    await within
      .updateTable('sensor_health')
      .set({
        last_heartbeat: now,
        started: heartbeat.startedAt,
        agent_version: heartbeat.agentVersion,
        config_version: heartbeat.configVersion,
        said: JSON.stringify(said),
        skews: JSON.stringify(skews),
        silence_told: 0,
      })
      .where('workspace', '=', workspace)
      .where('sensor', '=', sensor)
      .execute()
    return { skewMs: skewOf(skews) ?? 0, wasSilent: (row?.silence_told ?? 0) > 0 }
  })
}

/** A sensor that has ended listens to nothing. What it did listen to is most of what it said, and of ended ones there may be any number. */
export async function forgetListening(
  db: AppDatabase,
  { sensor, workspace }: { sensor: string; workspace: string },
): Promise<void> {
  const row = await db
    .selectFrom('sensor_health')
    .select('said')
    .where('workspace', '=', workspace)
    .where('sensor', '=', sensor)
    .executeTakeFirst()
  const said = saidOf(row)
  if (said.listening.length === 0) return
  await db
    .updateTable('sensor_health')
    .set({ said: JSON.stringify({ ...said, listening: [] }) })
    .where('workspace', '=', workspace)
    .where('sensor', '=', sensor)
    .execute()
}

/** A sensor that was heard of, and is no more. */
export interface SilentSensor {
  id: string
  workspace: string
  name: string
  lastHeartbeat: number
}

/** Sensors that were heard last before `before` and of whose silence nobody was told yet; each is given once, to one process. */
export async function newlySilent(
  db: AppDatabase,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<SilentSensor[]> {
  const rows = await db
    .selectFrom('sensor_health')
    .innerJoin('sensors', 'sensors.id', 'sensor_health.sensor')
    .select(['sensors.id', 'sensors.workspace', 'sensors.name', 'sensor_health.last_heartbeat'])
    .where('sensor_health.last_heartbeat', '>', 0)
    .where('sensor_health.last_heartbeat', '<', before)
    .where('sensor_health.silence_told', '=', 0)
    .where('sensors.ended', '=', 0)
    .where('sensors.removed', '=', 0)
    .orderBy('sensors.id')
    .limit(limit)
    .execute()
  const told: SilentSensor[] = []
  for (const { id, workspace, name, last_heartbeat: lastHeartbeat } of rows) {
    const { numUpdatedRows } = await db
      .updateTable('sensor_health')
      .set({ silence_told: now })
      .where('sensor', '=', id)
      .where('silence_told', '=', 0)
      .where('last_heartbeat', '=', lastHeartbeat)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) told.push({ id, workspace, name, lastHeartbeat })
  }
  return told
}
