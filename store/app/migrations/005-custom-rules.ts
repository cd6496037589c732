import type { Kysely } from 'kysely'

/** Rules of a workspace's own, and for each workspace a number that grows with every change of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custom_rules')
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('custom_rules_key', ['workspace', 'slug'])
    .execute()
  await db.schema
    .createTable('custom_rule_versions')
    .addColumn('workspace', 'text', (column) =>
      column.primaryKey().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
}
