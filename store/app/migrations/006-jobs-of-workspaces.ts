import type { Kysely } from 'kysely'

interface Database {
  jobs: { id: string; payload: string; workspace: string }
}

/** Whose a job is can be asked of the database; the jobs of before say it in what they are to do. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('workspace', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const { id, payload } of await db.selectFrom('jobs').select(['id', 'payload']).execute()) {
    const workspace = workspaceIn(payload)
    if (workspace !== '') await db.updateTable('jobs').set({ workspace }).where('id', '=', id).execute()
  }
}

/** "" where it names none, or cannot be read. */
function workspaceIn(payload: string): string {
  try {
    const { workspace } = JSON.parse(payload) as { workspace?: unknown }
    return typeof workspace === 'string' ? workspace : ''
  } catch {
    return ''
  }
}
