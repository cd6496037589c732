import type { Kysely } from 'kysely'

/** Captures whose packets are kept no more, while their rows stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removed_packets')
    .addColumn('capture', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}
