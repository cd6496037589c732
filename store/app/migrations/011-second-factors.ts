import type { Kysely } from 'kysely'

/** What proves who somebody is beside a password: codes by time, codes for the day they are lost, and passkeys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('seed', 'text', (column) => column.notNull())
    .addColumn('confirmed', 'integer', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user', 'hash'])
    .execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('passkeys_by_user').on('passkeys').columns(['user', 'created']).execute()
}
