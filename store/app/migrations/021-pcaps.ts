import type { Kysely } from 'kysely'

/** Packets of sessions that somebody asked for; the files lie in store/files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pcaps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('sensors', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('estimate', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('captures', 'bigint', (column) => column.notNull())
    .addColumn('packets', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('pcaps_by_workspace').on('pcaps').columns(['workspace', 'id']).execute()
  await db.schema.createIndex('pcaps_by_expiry').on('pcaps').column('expires').execute()
}
