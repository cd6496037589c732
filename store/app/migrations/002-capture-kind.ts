import type { Kysely } from 'kysely'

/** What a capture was taken at; all of before came from sensors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('captures')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('sensor'))
    .execute()
}
