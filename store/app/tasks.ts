import { PostgresAdapter } from 'kysely'
import { uuidV7 } from '../identifier.ts'
import type { AppDatabase } from './tables.ts'

/** Work to be done later or elsewhere. Given a transaction's handle, a task exists only if the act it follows does. */
export interface Task {
  id: string
  kind: string
  /** Whose it is, "" for the installation's own. */
  workspace: string
  payload: unknown
  /** Which try this is, from 1; it also proves whose lease it is. */
  attempt: number
}

export async function enqueueTask(
  db: AppDatabase,
  input: { kind: string; workspace?: string; payload: unknown; now: number; runAt?: number },
): Promise<string> {
  const id = uuidV7(input.now)
  await db
    .insertInto('jobs')
    .values({
      id,
      kind: input.kind,
      workspace: input.workspace ?? '',
      payload: JSON.stringify(input.payload ?? null),
      run_at: input.runAt ?? input.now,
      lease_until: 0,
    })
    .execute()
  return id
}

/** Which tasks are leased, for how many milliseconds. */
export interface TakenTasks {
  kinds: readonly string[]
  now: number
  leaseMs: number
  limit: number
  /** Workspaces that have had their turn. */
  without?: readonly string[]
}

/**
 * Leases due tasks for `leaseMs`, oldest first. No other worker gets them until the lease runs out; then, whoever held
 * it is taken for dead and the task is given out again.
 */
export async function takeTasks(db: AppDatabase, input: TakenTasks): Promise<Task[]> {
  if (input.kinds.length === 0) return []
  let due = db
    .selectFrom('jobs')
    .select('id')
    .where('done', '=', 0)
    .where('run_at', '<=', input.now)
    .where('lease_until', '<=', input.now)
    .where('kind', 'in', input.kinds)
    .orderBy('run_at')
    .orderBy('id')
    .limit(input.limit)
  if (input.without && input.without.length > 0) due = due.where('workspace', 'not in', input.without)
  // Mostly there are none, and to write nothing is a commit, too.
  if ((await due.execute()).length === 0) return []
  // SQLite has one writer at a time and needs no row locks, nor knows the words.
  if (db.getExecutor().adapter instanceof PostgresAdapter) due = due.forUpdate().skipLocked()
  const rows = await db
    .updateTable('jobs')
    .set((row) => ({ lease_until: input.now + input.leaseMs, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returning(['id', 'kind', 'workspace', 'payload', 'attempts', 'run_at'])
    .execute()
  return rows
    .sort((a, b) => a.run_at - b.run_at || (a.id < b.id ? -1 : 1))
    .map(({ id, kind, workspace, payload, attempts }) => ({
      id,
      kind,
      workspace,
      payload: JSON.parse(payload),
      attempt: attempts,
    }))
}

/** A task that is not done, or was given up. */
export interface OpenTask {
  id: string
  payload: unknown
  /** Given up, with its error. */
  isDone: boolean
  /** Milliseconds since 1970 UTC until when somebody works on it. */
  leasedUntil: number
  /** Of the last try; "" without one. */
  lastError: string
}

/** Of one workspace and kind, in the order in which they were asked for; of those given up the last thousand. */
export async function openTasks(
  db: AppDatabase,
  { workspace, kind }: { workspace: string; kind: string },
): Promise<OpenTask[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'payload', 'done', 'lease_until', 'last_error'])
    .where('kind', '=', kind)
    .where('workspace', '=', workspace)
    .where((row) => row.or([row('done', '=', 0), row('last_error', '!=', '')]))
    .orderBy('done')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows
    .map(({ id, payload, done, lease_until, last_error }) => ({
      id,
      payload: JSON.parse(payload) as unknown,
      isDone: done === 1,
      leasedUntil: lease_until,
      lastError: last_error,
    }))
    .toReversed()
}

/** Ends tasks of a workspace that nobody need do, or hear of, any more: their rows go. */
export async function endTasks(
  db: AppDatabase,
  { workspace, ids }: { workspace: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('jobs').where('workspace', '=', workspace).where('id', 'in', ids).execute()
}

/** Holds a lease for longer; false when it had run out and somebody else holds it now. */
export async function renewTask(db: AppDatabase, task: Task, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_until: until })
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempt)
    .where('done', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A task is done: its row goes, for nobody asks what became of it. @returns false when the lease had run out and somebody else holds it now */
export async function completeTask(db: AppDatabase, task: Task): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempt)
    .where('done', '=', 0)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Gives a task back with its error, to be tried at `retryAt`, or never again when that is null. */
export async function failTask(
  db: AppDatabase,
  task: Task,
  failure: { error: string; retryAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      lease_until: 0,
      last_error: failure.error.slice(0, 2000),
      ...(failure.retryAt === null ? { done: 1 } : { run_at: failure.retryAt }),
    })
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempt)
    .where('done', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
