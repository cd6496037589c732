import type { Selectable } from 'kysely'
import type { AppDatabase, Tables } from '../tables.ts'
import { sensorOf } from './sensor.ts'

/** How many of a workspace are on its list and have not ended. */
export const keptSensors = (db: AppDatabase, workspace: string): Promise<number> =>
  counted(db, workspace, ({ ended }) => ended === 0)

/** How many of a workspace are on its list and pretend to be this. */
export const sensorsOfProfile = (
  db: AppDatabase,
  { workspace, profile }: { workspace: string; profile: string },
): Promise<number> => counted(db, workspace, (row) => row.profile === profile)

/** Rows that cannot be read are left out, as they are of the list. */
async function counted(
  db: AppDatabase,
  workspace: string,
  isMeant: (row: Selectable<Tables['sensors']>) => boolean,
): Promise<number> {
  const rows = await db
    .selectFrom('sensors')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('removed', '=', 0)
    .execute()
  return rows.filter((row) => isMeant(row) && sensorOf(row) !== null).length
}
