import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { isIntactRow, summed } from '../row-sum.ts'

/** People, how they sign in, what they are members of, and what was promised to them by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await widenKeys(db as Kysely<Keys>)
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('vertical', 'text', (column) => column.notNull())
    .addColumn('offering', 'text', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .addColumn('trial_end', 'text', (column) => column.notNull())
    .addColumn('trial_offering', 'text', (column) => column.notNull())
    .addColumn('active_workspace', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('members')
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('owner', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['workspace', 'user'])
    .execute()
  await db.schema.createIndex('members_by_user').on('members').columns(['user', 'created']).execute()
  await db.schema
    .createTable('sign_ins')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('authenticated', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_ins_by_user').on('sign_ins').columns(['user', 'created']).execute()
  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('owner', 'integer', (column) => column.notNull())
    .addColumn('inviter', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('accepted', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('invites_by_workspace')
    .on('invites')
    .columns(['workspace', 'created'])
    .execute()
  await db.schema
    .createTable('mailed_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mailed_tokens_by_user')
    .on('mailed_tokens')
    .columns(['user', 'purpose'])
    .execute()
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_by_workspace').on('audit_log').columns(['workspace', 'id']).execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) await heardByAll(db)
}

interface Keys {
  api_keys: { id: string; last_used: number; sum: number | null }
}

/** Keys get a name, what is shown of them, who made them and an end. A row that is not what was written stays so. */
async function widenKeys(db: Kysely<Keys>): Promise<void> {
  const rows = await db.selectFrom('api_keys').selectAll().execute()
  for (const name of ['name', 'tail', 'made_by'])
    await db.schema
      .alterTable('api_keys')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  await db.schema
    .alterTable('api_keys')
    .addColumn('expires', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const { sum, ...row } of rows) {
    if (!isIntactRow({ ...row, sum })) continue
    await db
      .updateTable('api_keys')
      .set({ sum: summed({ ...row, name: '', tail: '', made_by: '', expires: 0 }).sum })
      .where('id', '=', row.id)
      .execute()
  }
}

/** What a sign-in opens is remembered for seconds: every process hears at once that it changed, as of keys (007). */
async function heardByAll(db: Kysely<unknown>): Promise<void> {
  const changes = [
    ['users', 'DELETE OR TRUNCATE OR UPDATE'],
    ['members', 'INSERT OR DELETE OR TRUNCATE OR UPDATE'],
    ['sign_ins', 'DELETE OR TRUNCATE OR UPDATE OF hash, "user", authenticated'],
  ] as const
  for (const [table, events] of changes)
    await sql`CREATE OR REPLACE TRIGGER accounts_changed AFTER ${sql.raw(events)} ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION noisefloor_keys_changed()`.execute(db)
}
