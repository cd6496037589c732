import type { Kysely } from 'kysely'

/** Sign-ins that failed, by what they are counted under, for servers that share a database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('failed_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('count_before', 'integer', (column) => column.notNull())
    .addColumn('at_before', 'bigint', (column) => column.notNull())
    .addColumn('trusted', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('failed_attempts_by_age')
    .on('failed_attempts')
    .columns(['trusted', 'at'])
    .execute()
}
