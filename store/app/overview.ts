import type { User } from '#model/account/user.ts'
import { membershipOf, type Membership } from './accounts/members.ts'
import { listUsers } from './accounts/users.ts'
import { type ApiKey, listKeys } from './keys.ts'
import { isIntactRow } from './row-sum.ts'
import type { AppDatabase } from './tables.ts'
import { listWorkspaces, type Workspace } from './workspaces.ts'

/** A workspace with what is in it. */
export interface WorkspaceOverview extends Workspace {
  /** Oldest first. */
  members: (Pick<User, 'email'> & Pick<Membership, 'isOwner'>)[]
  /** Those that work. */
  keys: number
  /** Readable or not. */
  captures: number
  /** From when on it is removed, milliseconds; null: it stays. */
  removal: number | null
}

/** Those that were not removed, oldest first: a statement a table, however many there are. */
export async function workspaceOverviews(db: AppDatabase, now: number): Promise<WorkspaceOverview[]> {
  const [workspaces, removals, members, users, keys, captures] = await Promise.all([
    listWorkspaces(db),
    db.selectFrom('workspace_removals').selectAll().execute(),
    db.selectFrom('members').selectAll().orderBy('created').orderBy('user').execute(),
    listUsers(db),
    listKeys(db, now),
    db
      .selectFrom('captures')
      .select(({ fn }) => ['workspace', fn.countAll().as('count')])
      .groupBy('workspace')
      .execute(),
  ])
  const intact = removals.filter(isIntactRow)
  const removed = new Set(intact.filter(({ done }) => done === 1).map(({ workspace }) => workspace))
  const due = new Map(
    intact.filter(({ done }) => done === 0).map(({ workspace, due: at }) => [workspace, at]),
  )
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  const membersBy = Map.groupBy(members.filter(isIntactRow).map(membershipOf), ({ workspace }) => workspace)
  const keysBy = Map.groupBy(keys, ({ workspace }: ApiKey) => workspace)
  const capturesBy = new Map(captures.map(({ workspace, count }) => [workspace, Number(count)]))
  return workspaces
    .filter(({ id }) => !removed.has(id))
    .map((workspace) => ({
      ...workspace,
      members: (membersBy.get(workspace.id) ?? []).flatMap(({ user, isOwner }) => {
        const email = emails.get(user)
        return email === undefined ? [] : [{ email, isOwner }]
      }),
      keys: keysBy.get(workspace.id)?.length ?? 0,
      captures: capturesBy.get(workspace.id) ?? 0,
      removal: due.get(workspace.id) ?? null,
    }))
}
