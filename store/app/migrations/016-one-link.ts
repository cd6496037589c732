import { type Kysely, sql } from 'kysely'

/** One link a purpose works at a time, also of two that are asked for at once: of those that an older release left the last one stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM mailed_tokens WHERE EXISTS (
    SELECT 1 FROM mailed_tokens AS other
    WHERE other."user" = mailed_tokens."user" AND other.purpose = mailed_tokens.purpose
      AND (other.expires > mailed_tokens.expires
        OR (other.expires = mailed_tokens.expires AND other.hash > mailed_tokens.hash)))`.execute(db)
  await db.schema.dropIndex('mailed_tokens_by_user').execute()
  await db.schema
    .createIndex('mailed_tokens_one_link')
    .on('mailed_tokens')
    .columns(['user', 'purpose'])
    .unique()
    .execute()
}
