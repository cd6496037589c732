import type { Kysely } from 'kysely'

/** Tokens of the bot check that were used, by their hashes, until they are too old anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_tokens')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('used_tokens_by_age').on('used_tokens').columns(['expires']).execute()
}
