import type { Kysely } from 'kysely'

/** With these a row of `captures` holds all that the spool's index knows of the batch, and either can restore the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, otherwise] of [
    // Id of the batch; "" for captures of before.
    ['batch', ''],
    ['sensor', 'capture'],
    // Sessions by day of their origin, and those that were not admitted, as JSON.
    ['days', '{}'],
    ['refused', '[]'],
  ] as const)
    await db.schema
      .alterTable('captures')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(otherwise))
      .execute()
  await db.schema
    .alterTable('captures')
    .addColumn('published', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
