import type { Kysely } from 'kysely'
import { sumOf } from '../row-sum.ts'

interface Row {
  id: string
  sum: number | null
}
type Database = Record<'captures' | 'workspaces' | 'api_keys', Row>

const rowsAtOnce = 500

/** Rows that promises lean on carry a checksum; those that are there get theirs as they stand. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const table of ['captures', 'workspaces', 'api_keys'] as const) {
    await db.schema.alterTable(table).addColumn('sum', 'bigint').execute()
    for (let after = ''; ;) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute()
      for (const row of rows)
        await db
          .updateTable(table)
          .set({ sum: sumOf({ ...row }) })
          .where('id', '=', row.id)
          .execute()
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) break
      after = last.id
    }
  }
}
