import { z } from 'zod'
import { uuidV7 } from '../../identifier.ts'
import type { Heartbeat } from '#model/sensor/protocol.ts'
import { yieldToEventLoop } from '#model/yield.ts'
import { jsonOf } from '../json-of.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { type SensorBatches, sensorBatches } from './batches.ts'
import type { SensorChanges } from './changes.ts'
import { forgetListening, keepHeartbeat } from './health.ts'
import { type InstallTokens, installTokens } from './install-tokens.ts'
import { keptSensors } from './kept.ts'
import { type OwnProfiles, ownProfiles } from './profiles.ts'
import { healthOf, type KnownSensor, type Sensor, sensorOf } from './sensor.ts'
import { enterSimulated, type SimulatedSensor } from './simulated.ts'

/** What may be said anew of a sensor. */
export type SensorChange = Partial<
  Pick<
    Sensor,
    | 'name'
    | 'profile'
    | 'profileVersion'
    | 'ipAddress'
    | 'publish'
    | 'isCapturing'
    | 'excluded'
    | 'networkPorts'
  >
>

/** That somebody changed a sensor. */
export interface ConfigChange {
  /** Of the configuration, from this change on. */
  version: number
  actor: string
  /** What is said now, by the names of `SensorChange`. */
  what: Record<string, unknown>
  at: number
}

/** The sensors of one workspace. */
export interface WorkspaceSensors {
  /** By name, those on the list. Rows that cannot be read are left out. */
  list(): Promise<KnownSensor[]>
  get(id: string): Promise<KnownSensor | null>
  /** How many have not ended. */
  kept(): Promise<number>
  /** Names of all there ever were, by id: their sessions stay. */
  names(): Promise<Map<string, string>>
  /** @returns the sensor as it is now; null where there is none */
  change(id: string, to: SensorChange, by: { actor: string; now: number }): Promise<Sensor | null>
  /** Gives a new version of a profile to those that have it. @returns how many */
  follow(of: { profile: string; version: number; actor: string; now: number }): Promise<number>
  /** Takes it off the list; its token ends. @returns false where there is none */
  remove(id: string, now: number): Promise<boolean>
  /** It was uninstalled: its token ends, it stays on the list, and listens to nothing. */
  leave(id: string, now: number): Promise<void>
  /** Enters one of the demo, once. @returns it as it is now, also where it was taken off the list since */
  enterSimulated(of: SimulatedSensor): Promise<Sensor>
  heartbeat(id: string, heartbeat: Heartbeat, now: number): Promise<{ skewMs: number; wasSilent: boolean }>
  /** Newest first; without rows that are not what was written. */
  history(id: string, limit: number): Promise<ConfigChange[]>
  readonly batches: SensorBatches
  readonly tokens: InstallTokens
  readonly profiles: OwnProfiles
}

const whatText = z.record(z.string(), z.unknown())

/** So many are read before others have their turn: each may have said half a megabyte. */
const readAtOnce = 5

/** What of a change an agent has to be told. */
const ofAgent: ReadonlySet<string> = new Set([
  'profile',
  'profileVersion',
  'isCapturing',
  'excluded',
  'networkPorts',
])

export function workspaceSensors(
  db: AppDatabase,
  changes: SensorChanges,
  workspace: string,
): WorkspaceSensors {
  const rowOf = async (within: AppDatabase, id: string) => {
    const row = await within
      .selectFrom('sensors')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('removed', '=', 0)
      .executeTakeFirst()
    return row && isIntactRow(row) ? row : null
  }
  /**
   * The row, for whoever writes it whole: until the end of the transaction nobody else changes it, so that nothing that was changed meanwhile is
   * written back as it was before. A row that is written is locked by PostgreSQL; of SQLite a transaction has all.
   */
  const lockedRow = async (within: AppDatabase, id: string) => {
    await within
      .updateTable('sensors')
      .set({ id })
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .execute()
    return rowOf(within, id)
  }
  /** Puts values into a row, and what they are into the history, in one act. */
  const put = async (
    id: string,
    to: SensorChange,
    { actor, now }: { actor: string; now: number },
  ): Promise<Sensor | null> => {
    const changed = await db.transaction().execute(async (within) => {
      const row = await lockedRow(within, id)
      if (!row) return null
      const isOfAgent = Object.keys(to).some((name) => ofAgent.has(name))
      const { sum: _sum, ...rest } = row
      const values = summed({
        ...rest,
        ...(to.name !== undefined && { name: to.name }),
        ...(to.profile !== undefined && { profile: to.profile }),
        ...(to.profileVersion !== undefined && { profile_version: to.profileVersion }),
        ...(to.ipAddress !== undefined && { ip_address: to.ipAddress }),
        ...(to.publish !== undefined && { publish: to.publish ? 1 : 0 }),
        ...(to.isCapturing !== undefined && { capturing: to.isCapturing ? 1 : 0 }),
        ...(to.excluded !== undefined && { excluded: JSON.stringify(to.excluded) }),
        ...(to.networkPorts !== undefined && { network_ports: JSON.stringify(to.networkPorts) }),
        config_version: row.config_version + (isOfAgent ? 1 : 0),
      })
      await within.updateTable('sensors').set(values).where('id', '=', id).execute()
      await within
        .insertInto('sensor_changes')
        .values({
          id: uuidV7(now),
          workspace,
          sensor: id,
          version: values.config_version,
          actor,
          what: JSON.stringify(to),
          at: now,
        })
        .execute()
      return sensorOf(values)
    })
    if (changed) changes.changed(id)
    return changed
  }
  const end = async (id: string, to: { ended: number; removed: number }): Promise<boolean> => {
    const isDone = await db.transaction().execute(async (within) => {
      const row = await lockedRow(within, id)
      if (!row) return false
      const { sum: _sum, ...rest } = row
      const values = summed({ ...rest, ...to, token_hash: '' })
      await within.updateTable('sensors').set(values).where('id', '=', id).execute()
      await forgetListening(within, { sensor: id, workspace })
      return true
    })
    changes.changed(id)
    return isDone
  }
  return {
    async list() {
      const rows = await db
        .selectFrom('sensors')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('removed', '=', 0)
        .orderBy('name')
        .orderBy('id')
        .execute()
      const health = await db
        .selectFrom('sensor_health')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('sensor', 'in', (of) =>
          of.selectFrom('sensors').select('id').where('workspace', '=', workspace).where('removed', '=', 0),
        )
        .execute()
      const byId = new Map(health.map((row) => [row.sensor, row]))
      const known: KnownSensor[] = []
      for (const [at, row] of rows.entries()) {
        if (at % readAtOnce === readAtOnce - 1) await yieldToEventLoop()
        const sensor = sensorOf(row)
        if (sensor) known.push({ sensor, health: healthOf(byId.get(row.id)) })
      }
      return known
    },
    async get(id) {
      const row = await rowOf(db, id)
      const sensor = row && sensorOf(row)
      if (!sensor) return null
      const health = await db
        .selectFrom('sensor_health')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('sensor', '=', id)
        .executeTakeFirst()
      return { sensor, health: healthOf(health) }
    },
    kept: () => keptSensors(db, workspace),
    async names() {
      const rows = await db
        .selectFrom('sensors')
        .select(['id', 'name'])
        .where('workspace', '=', workspace)
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    change: put,
    async follow({ profile, version, actor, now }) {
      const rows = await db
        .selectFrom('sensors')
        .select('id')
        .where('workspace', '=', workspace)
        .where('profile', '=', profile)
        .where('removed', '=', 0)
        .where('ended', '=', 0)
        .execute()
      for (const { id } of rows) await put(id, { profileVersion: version }, { actor, now })
      return rows.length
    },
    async remove(id, now) {
      return end(id, { ended: now, removed: now })
    },
    async leave(id, now) {
      await end(id, { ended: now, removed: 0 })
    },
    enterSimulated: (of) => enterSimulated(db, workspace, of),
    heartbeat: (sensor, heartbeat, now) => keepHeartbeat(db, { sensor, workspace, heartbeat, now }),
    async history(id, limit) {
      const rows = await db
        .selectFrom('sensor_changes')
        .select(['version', 'actor', 'what', 'at'])
        .where('workspace', '=', workspace)
        .where('sensor', '=', id)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.flatMap(({ what: text, ...rest }) => {
        const what = whatText.safeParse(jsonOf(text)).data
        return what ? [{ ...rest, what }] : []
      })
    },
    batches: sensorBatches(db, workspace),
    tokens: installTokens(db, workspace),
    profiles: ownProfiles(db, workspace),
  }
}
