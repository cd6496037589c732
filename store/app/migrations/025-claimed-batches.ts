import type { Kysely } from 'kysely'

/** A server that takes a batch in says so before it is safe; what stands already was taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sensor_batches')
    .addColumn('claim', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
