import type { Kysely } from 'kysely'
import { isIntactRow, summed } from '../row-sum.ts'

interface Sensors {
  sensors: { id: string; sum: number }
}

/** Sensors of the demo are told from real ones. A row that is not what was written stays so. */
export async function up(db: Kysely<Sensors>): Promise<void> {
  const rows = await db.selectFrom('sensors').selectAll().execute()
  await db.schema
    .alterTable('sensors')
    .addColumn('simulation', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const row of rows) {
    if (!isIntactRow(row)) continue
    await db
      .updateTable('sensors')
      .set({ sum: summed({ ...row, simulation: '' }).sum })
      .where('id', '=', row.id)
      .execute()
  }
}
