import type { Kysely } from 'kysely'

/** What somebody searched for lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recent_searches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('dataset', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('searched', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('recent_searches_once', ['user', 'dataset', 'text'])
    .execute()
}
