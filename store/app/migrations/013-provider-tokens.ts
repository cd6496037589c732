import type { Kysely } from 'kysely'

/** What a provider gave with a sign-in to ask for more later, sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_tokens')
    .addColumn('sign_in', 'text', (column) =>
      column.primaryKey().references('sign_ins.id').onDelete('cascade'),
    )
    .addColumn('refresh', 'text', (column) => column.notNull())
    .addColumn('due', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
}
