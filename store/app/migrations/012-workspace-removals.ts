import type { Kysely } from 'kysely'

/** Workspaces that will be removed, and those that were: their rows stay for as long as sessions and captures name them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workspace_removals')
    .addColumn('workspace', 'text', (column) =>
      column.primaryKey().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('due', 'bigint', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
}
