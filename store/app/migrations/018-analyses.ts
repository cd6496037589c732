import type { Kysely } from 'kysely'

/** Lists that somebody sent to be compared with what is known; their contents lie in files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('analyses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('read', 'bigint', (column) => column.notNull())
    .addColumn('totals', 'text', (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('analyses_by_workspace')
    .on('analyses')
    .columns(['workspace', 'kind', 'id'])
    .execute()
  await db.schema.createIndex('analyses_by_expiry').on('analyses').column('expires').execute()
}
