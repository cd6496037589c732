import type { Kysely } from 'kysely'

/** Rows of tasks that came to an end are kept no more, but for those that failed: these are told. */
export async function up(db: Kysely<{ jobs: { done: number; last_error: string } }>): Promise<void> {
  await db.deleteFrom('jobs').where('done', '=', 1).where('last_error', '=', '').execute()
}
