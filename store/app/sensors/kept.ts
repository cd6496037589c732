import type { AppDatabase } from '../tables.ts'
import { sensorOf } from './sensor.ts'

/** How many of a workspace are on its list and have not ended. Rows that cannot be read are left out, as they are of the list. */
export async function keptSensors(db: AppDatabase, workspace: string): Promise<number> {
  const rows = await db
    .selectFrom('sensors')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('removed', '=', 0)
    .where('ended', '=', 0)
    .execute()
  return rows.filter((row) => sensorOf(row) !== null).length
}
