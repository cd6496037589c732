import type { AppDatabase } from '../tables.ts'
import { removeBatchesBefore } from './batches.ts'
import type { SensorChanges } from './changes.ts'
import { enrollSensor, type Enrolling, findSensor } from './enroll.ts'
import { findInstallToken, type InstallToken } from './install-tokens.ts'
import { newlySilent, type SilentSensor } from './health.ts'
import type { Sensor } from './sensor.ts'
import { removeSimulated } from './simulated.ts'

/** Sensors of all workspaces: who calls, who waits, who fell silent. */
export interface AllSensors {
  /** A token that waits to be used; null for one that is good for none. */
  token(of: { secret: string; now: number }): Promise<InstallToken | null>
  /** The secret is told this once. @returns null for a token that is good for none. @throws as `enrollSensor` */
  enroll(of: Enrolling): Promise<{ sensor: Sensor; secret: string } | null>
  /** Whose token this is. */
  find(secret: string): Promise<Sensor | null>
  /** Resolves when this sensor may have been changed, by whichever process, and when the signal ends. */
  nextChange(sensor: string, signal: AbortSignal): Promise<void>
  /** Each is given once. */
  newlySilent(of: { before: number; now: number; limit: number }): Promise<SilentSensor[]>
  removeBatchesBefore(before: number): Promise<void>
  /** Takes those of the demo out, with all that was kept of them. */
  removeSimulated(): Promise<void>
}

export const allSensors = (db: AppDatabase, changes: SensorChanges): AllSensors => ({
  token: (of) => findInstallToken(db, of),
  async enroll(of) {
    const made = await enrollSensor(db, of)
    if (made) changes.changed(made.sensor.id)
    return made
  },
  find: (secret) => findSensor(db, secret),
  nextChange: (sensor, signal) => changes.next(sensor, signal),
  newlySilent: (of) => newlySilent(db, of),
  removeBatchesBefore: (before) => removeBatchesBefore(db, before),
  async removeSimulated() {
    for (const id of await removeSimulated(db)) changes.changed(id)
  },
})
