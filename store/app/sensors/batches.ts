import type { AppDatabase } from '../tables.ts'

/** Something a sensor sent that was taken. */
export interface SensorBatch {
  sensor: string
  /** As its agent named it. */
  id: string
  /** Id of the capture it became. */
  capture: string
  sessions: number
  /** As sent. */
  bytes: number
  received: number
}

export interface SensorBatches {
  get(of: { sensor: string; id: string }): Promise<SensorBatch | null>
  /** Entering one again changes nothing. */
  enter(batch: SensorBatch & { lagMs: number }): Promise<void>
  /** Of one sensor, received in that time, newest first. */
  list(of: { sensor: string; since: number; limit: number }): Promise<SensorBatch[]>
}

const columns = ['sensor', 'id', 'capture', 'sessions', 'bytes', 'received'] as const

export const sensorBatches = (db: AppDatabase, workspace: string): SensorBatches => ({
  async get({ sensor, id }) {
    const row = await db
      .selectFrom('sensor_batches')
      .select(columns)
      .where('workspace', '=', workspace)
      .where('sensor', '=', sensor)
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? null
  },
  async enter({ lagMs, ...batch }) {
    await db.transaction().execute(async (within) => {
      await within
        .insertInto('sensor_batches')
        .values({ ...batch, workspace })
        .onConflict((conflict) => conflict.columns(['sensor', 'id']).doNothing())
        .execute()
      await within
        .updateTable('sensor_health')
        .set({ last_batch: batch.received, lag: Math.round(lagMs) })
        .where('workspace', '=', workspace)
        .where('sensor', '=', batch.sensor)
        .execute()
    })
  },
  list: ({ sensor, since, limit }) =>
    db
      .selectFrom('sensor_batches')
      .select(columns)
      .where('workspace', '=', workspace)
      .where('sensor', '=', sensor)
      .where('received', '>=', since)
      .orderBy('received', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
})

/** Forgets what was received before: batch ids are kept for as long as the spool keeps them. */
export async function removeBatchesBefore(db: AppDatabase, before: number): Promise<void> {
  await db.deleteFrom('sensor_batches').where('received', '<', before).execute()
}
