import type { Kysely } from 'kysely'

/** Queries that somebody keeps in their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_queries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('gnql', 'text', (column) => column.notNull())
    .addColumn('view', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('saved_queries_once', ['user', 'hash'])
    .execute()
}
