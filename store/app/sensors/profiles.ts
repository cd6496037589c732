import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { sensorsOfProfile } from './kept.ts'

/** A version of a profile that the workspace made. */
export interface OwnProfile {
  version: number
  profile: SensorProfile
  madeBy: string
  created: number
}

export interface OwnProfiles {
  /** The newest version of each, by name; without those that were removed. */
  list(): Promise<OwnProfile[]>
  /** The newest version, or that one; null for one that was removed, and for a row that cannot be read. */
  get(id: string, version?: number): Promise<OwnProfile | null>
  /** Newest first, without removals. */
  versions(id: string): Promise<OwnProfile[]>
  /**
   * Adds a version. Sensors that follow the profile get it (`sensors.follow`).
   * @returns its number
   */
  put(of: { profile: SensorProfile; madeBy: string; now: number }): Promise<number>
  /**
   * Nobody is offered it any more; its versions stay. In one act with `requireUnused`, which throws where it may not be while so many sensors use
   * it: no sensor that would is entered meanwhile.
   */
  remove(of: {
    id: string
    madeBy: string
    now: number
    requireUnused: (sensors: number) => void
  }): Promise<void>
}

type Row = Selectable<Tables['sensor_profiles']>

export function ownProfiles(db: AppDatabase, workspace: string): OwnProfiles {
  const rowsOf = (id?: string): Promise<Row[]> => {
    let rows = db.selectFrom('sensor_profiles').selectAll().where('workspace', '=', workspace)
    if (id !== undefined) rows = rows.where('id', '=', id)
    return rows.orderBy('id').orderBy('version', 'desc').execute()
  }
  const add = async (
    within: AppDatabase,
    { id, text, madeBy, now }: { id: string; text: string; madeBy: string; now: number },
  ): Promise<number> => {
    const last = await within
      .selectFrom('sensor_profiles')
      .select('version')
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    const version = (last?.version ?? 0) + 1
    // Of two at once the second meets the key, and is told.
    await within
      .insertInto('sensor_profiles')
      .values(summed({ id, workspace, version, profile: text, made_by: madeBy, created: now }))
      .execute()
    return version
  }
  return {
    async list() {
      const newest = Map.groupBy(await rowsOf(), ({ id }) => id)
      return [...newest.values()]
        .flatMap(([row]) => profileOf(row))
        .sort((a, b) => (a.profile.name < b.profile.name ? -1 : 1))
    },
    async get(id, version) {
      const rows = await rowsOf(id)
      const row = version === undefined ? rows[0] : rows.find((one) => one.version === version)
      return profileOf(row)[0] ?? null
    },
    versions: async (id) => (await rowsOf(id)).flatMap(profileOf),
    put: ({ profile, ...by }) =>
      db
        .transaction()
        .execute((within) => add(within, { id: profile.id, text: JSON.stringify(profile), ...by })),
    remove: ({ id, requireUnused, ...by }) =>
      db.transaction().execute(async (within) => {
        // As where a sensor is entered (enroll.ts): of the two at once the later knows of the earlier.
        await lockWorkspaces(within, workspace)
        requireUnused(await sensorsOfProfile(within, { workspace, profile: id }))
        await add(within, { id, text: '', ...by })
      }),
  }
}

/** Checked when it was made (server/api/wire/profile.ts); here only that it is what was written. */
const profileText = z.custom<SensorProfile>(
  (value) => typeof value === 'object' && value !== null && 'ports' in value,
)

function profileOf(row: Row | undefined): OwnProfile[] {
  if (!row || row.profile === '' || !isIntactRow(row)) return []
  const profile = profileText.safeParse(JSON.parse(row.profile)).data
  return profile ? [{ version: row.version, profile, madeBy: row.made_by, created: row.created }] : []
}
