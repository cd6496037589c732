import type { Kysely } from 'kysely'

/** How many searches somebody made in a week, where a plan limits them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_usage')
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('week', 'bigint', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_usage_key', ['who', 'week'])
    .execute()
  await db.schema.createIndex('search_usage_by_week').on('search_usage').column('week').execute()
  await db.schema
    .createTable('search_requests')
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('week', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_requests_key', ['who', 'request'])
    .execute()
  await db.schema.createIndex('search_requests_by_week').on('search_requests').column('week').execute()
}
