import { type Kysely, sql } from 'kysely'

/** What people say against verdicts, and what the operator answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('disputes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('explanation', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('closed', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  // Of each sender one waits on an address.
  await db.schema
    .createIndex('disputes_once')
    .on('disputes')
    .columns(['ip', 'sender'])
    .unique()
    .where(sql.ref('closed'), '=', 0)
    .execute()
  await db.schema.createIndex('disputes_by_closed').on('disputes').column('closed').execute()
  await db.schema
    .createTable('operator_answers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('undone', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
}
