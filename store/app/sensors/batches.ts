import type { AppDatabase } from '../tables.ts'
import { type BatchClaim, claimBatch, type Claimed, endClaim, forgetClaim, renewClaim } from './claims.ts'

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
  /** Says that a batch is being taken in, before it is safe. */
  claim(of: BatchClaim): Promise<Claimed>
  /** @returns whether the claim is this spool's still */
  renew(of: BatchClaim): Promise<boolean>
  /** The first claim, made at `now`, came to nothing: there is no trace of the batch anywhere. */
  forget(of: BatchClaim): Promise<void>
  /** It was not taken as far as is known: whoever comes next need not wait. */
  giveUp(of: BatchClaim): Promise<void>
  /** One that was taken. */
  get(of: { sensor: string; id: string }): Promise<SensorBatch | null>
  /** Says that it was taken, whoever had claimed it. Entering one again changes nothing. */
  enter(batch: SensorBatch & { lagMs: number }): Promise<void>
  /** Of one sensor, received in that time, newest first. */
  list(of: { sensor: string; since: number; limit: number }): Promise<SensorBatch[]>
}

const columns = ['sensor', 'id', 'capture', 'sessions', 'bytes', 'received'] as const

export const sensorBatches = (db: AppDatabase, workspace: string): SensorBatches => ({
  claim: (of) => claimBatch(db, workspace, of),
  renew: (of) => renewClaim(db, workspace, of),
  forget: (of) => forgetClaim(db, workspace, of),
  giveUp: (of) => endClaim(db, workspace, of),
  async get({ sensor, id }) {
    const row = await db
      .selectFrom('sensor_batches')
      .select(columns)
      .where('workspace', '=', workspace)
      .where('sensor', '=', sensor)
      .where('id', '=', id)
      .where('claim', '=', '')
      .executeTakeFirst()
    return row ?? null
  },
  async enter({ lagMs, ...batch }) {
    await db.transaction().execute(async (within) => {
      await within
        .insertInto('sensor_batches')
        .values({ ...batch, workspace, claim: '' })
        .onConflict((conflict) =>
          conflict
            .columns(['sensor', 'id'])
            .doUpdateSet({ ...batch, claim: '' })
            .where('sensor_batches.claim', '!=', ''),
        )
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
      .where('claim', '=', '')
      .orderBy('received', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
})

/** Forgets what was received before: batch ids are kept for as long as the spool keeps them. */
export async function removeBatchesBefore(db: AppDatabase, before: number): Promise<void> {
  await db.deleteFrom('sensor_batches').where('received', '<', before).execute()
}
