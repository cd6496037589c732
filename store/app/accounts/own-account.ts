import type { RecentSearch } from '#model/account/recent-search.ts'
import type { SavedQuery } from '#model/account/saved-query.ts'
import type { User } from '#model/account/user.ts'
import type { KeyChanges } from '../key-changes.ts'
import type { AppDatabase } from '../tables.ts'
import { createWorkspace, getWorkspace, type Workspace } from '../workspaces.ts'
import { issuersOf } from './identities.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'
import { removeSensors } from '../sensors/remove-all.ts'
import { dropMailedToken } from './mailed-tokens.ts'
import { addMember, endAccessBy, type Membership, membershipsOf, membersOf } from './members.ts'
import { confirmNewEmail, letEmailWait, waitingEmail } from './new-email.ts'
import { addPasskey, type Passkey, passkeysOf, removePasskey } from './passkeys.ts'
import {
  forgetSearch,
  forgetSearches,
  type KeptSearch,
  recentSearchesOf,
  rememberSearches,
} from './recent-searches.ts'
import {
  type KeptQuery,
  removeQuery,
  renameQuery,
  savedQueriesOf,
  saveQuery,
  takeOverQueries,
} from './saved-queries.ts'
import {
  beginSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  secondFactorOf,
  useStep,
} from './second-factors.ts'
import { endSignIn, endSignIns, type SignIn, signInsOf } from './sign-ins.ts'
import { changeUser, getUser, lockUser, passwordOf, removeUser, type UserChange } from './users.ts'

/** What is one user's own. Every statement carries the user's id: rows of others are not reachable. */
export interface OwnAccount {
  /** null once it was deleted. */
  get(): Promise<User | null>
  /** The hash of the password, "" for none. */
  password(): Promise<string>
  change(
    change: Omit<UserChange, 'email' | 'emailVerified' | 'offering' | 'expires' | 'trial'>,
  ): Promise<User | null>
  /** An address that waits to be confirmed; one at a time. */
  readonly newEmail: {
    /** @returns what its link holds; null where somebody else has the address: it waits, and no link is mailed */
    wait(of: { email: string; expires: number }): Promise<string | null>
    /** null where none waits. */
    get(now: number): Promise<string | null>
    /** @returns null for what is no link of this user; 'taken' where somebody has the address by now */
    confirm(of: { token: string; now: number }): Promise<{ before: User; after: User } | 'taken' | null>
    /** @returns false where none waited */
    drop(): Promise<boolean>
  }
  /** Workspaces of the user, oldest first. */
  workspaces(): Promise<(Workspace & Pick<Membership, 'isOwner'>)[]>
  /** Makes one, and the user its owner, in one act with `require`, which throws where they own as many as they may: they make no other meanwhile. */
  createWorkspace(of: { name: string; now: number }, require?: (owned: number) => void): Promise<Workspace>
  /** How many others are in a workspace of the user. */
  othersIn(workspace: string): Promise<number>
  /** Providers by which the user can sign in. */
  issuers(): Promise<string[]>
  /** Browsers in which the user is signed in, newest first. */
  signIns(now: number): Promise<SignIn[]>
  endSignIn(id: string): Promise<boolean>
  /** All but one, or all. */
  endSignIns(but?: string): Promise<void>
  readonly secondFactor: {
    /** Confirmed or not; null where there is none. */
    get(): Promise<SecondFactor | null>
    /** @param seed sealed. @returns false where one is confirmed */
    begin(of: { seed: string; now: number }): Promise<boolean>
    /** @returns false where the code of this time step, or a later one, was used before */
    useStep(step: number): Promise<boolean>
    remove(): Promise<boolean>
    /** By their hashes; those before them work no more. */
    replaceRecoveryCodes(of: { hashes: readonly string[]; now: number }): Promise<void>
    recoveryCodesLeft(): Promise<number>
  }
  readonly passkeys: {
    /** Oldest first. */
    list(): Promise<Passkey[]>
    /** @param require throws where so many are kept that there is no room. @returns false when somebody has it already */
    add(of: Omit<Passkey, 'user' | 'lastUsed'>, require?: (kept: number) => void): Promise<boolean>
    remove(id: string): Promise<boolean>
  }
  readonly savedQueries: {
    /** Newest first. */
    list(): Promise<KeptQuery[]>
    /** Each query once, one that comes back where it was. @returns null where `most` are there */
    save(of: SavedQuery & { now: number; most: number; savedAt?: number }): Promise<KeptQuery | null>
    /** What is there stays. @returns those for which there was no room */
    takeOver(of: { queries: readonly SavedQuery[]; now: number; most: number }): Promise<SavedQuery[]>
    /** @returns null for one that is not the user's */
    rename(of: { id: string; name: string }): Promise<KeptQuery | null>
    /** @returns false for one that is not the user's */
    remove(id: string): Promise<boolean>
  }
  readonly recentSearches: {
    /** Newest first. */
    list(): Promise<KeptSearch[]>
    /** Newest first, each once; the oldest beyond `most` leave. */
    remember(of: { searches: readonly RecentSearch[]; now: number; most: number }): Promise<void>
    /** @returns false for one that is not the user's */
    forget(id: string): Promise<boolean>
    forgetAll(): Promise<void>
  }
  /**
   * The user, memberships, sign-ins, saved queries, recent searches, what was mailed, the keys they made and the invitations that wait. Of workspaces
   * nobody is left in those of all, since whoever came by one would be in a workspace without an owner, and the sensors. Lists that only
   * they saw, and of workspaces of nobody all lists and files of packets, are past their time. @returns false while others are in a workspace of the user
   */
  remove(): Promise<boolean>
}

export function ownAccount(db: AppDatabase, changes: KeyChanges, user: string): OwnAccount {
  if (user === '') throw new Error('A user has an id.')
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    const done = await change
    changes.changed()
    return done
  }
  return {
    get: () => getUser(db, user),
    password: () => passwordOf(db, user),
    change: (change) => changing(changeUser(db, user, change)),
    newEmail: {
      wait: (of) => letEmailWait(db, { ...of, user }),
      get: (now) => waitingEmail(db, user, now),
      confirm: (of) => changing(confirmNewEmail(db, { ...of, user })),
      drop: () => dropMailedToken(db, { user, purpose: 'new-email' }),
    },
    workspaces: () => workspacesOf(db, user),
    createWorkspace: ({ name, now }, require) =>
      changing(
        db.transaction().execute(async (within) => {
          await lockUser(within, user)
          require?.((await workspacesOf(within, user)).filter(({ isOwner }) => isOwner).length)
          const made = await createWorkspace(within, { name, publish: false, now })
          await addMember(within, { workspace: made.id, user, isOwner: true, created: now })
          return made
        }),
      ),
    async othersIn(workspace) {
      const members = await membersOf(db, workspace)
      return members.some((one) => one.user === user) ? members.length - 1 : 0
    },
    issuers: () => issuersOf(db, user),
    signIns: (now) => signInsOf(db, user, now),
    endSignIn: (id) => changing(endSignIn(db, { user, id })),
    endSignIns: (but) => changing(endSignIns(db, user, but)),
    secondFactor: {
      get: () => secondFactorOf(db, user),
      begin: (of) => beginSecondFactor(db, { ...of, user }),
      useStep: (step) => useStep(db, user, step),
      remove: () => removeSecondFactor(db, user),
      replaceRecoveryCodes: (of) => replaceRecoveryCodes(db, { ...of, user }),
      recoveryCodesLeft: () => recoveryCodesLeft(db, user),
    },
    passkeys: {
      list: () => passkeysOf(db, user),
      add: (of, require) => addPasskey(db, { ...of, user }, require),
      remove: (id) => removePasskey(db, { user, id }),
    },
    savedQueries: {
      list: () => savedQueriesOf(db, user),
      save: (of) => saveQuery(db, { ...of, user }),
      takeOver: (of) => takeOverQueries(db, { ...of, user }),
      rename: (of) => renameQuery(db, { ...of, user }),
      remove: (id) => removeQuery(db, { user, id }),
    },
    recentSearches: {
      list: () => recentSearchesOf(db, user),
      remember: (of) => rememberSearches(db, { ...of, user }),
      forget: (id) => forgetSearch(db, { user, id }),
      forgetAll: () => forgetSearches(db, user),
    },
    remove: () => changing(removeAccount(db, user)),
  }
}

async function workspacesOf(
  db: AppDatabase,
  user: string,
): Promise<(Workspace & Pick<Membership, 'isOwner'>)[]> {
  const found: (Workspace & Pick<Membership, 'isOwner'>)[] = []
  for (const { workspace, isOwner } of await membershipsOf(db, user)) {
    const known = await getWorkspace(db, workspace)
    if (known) found.push({ ...known, isOwner })
  }
  return found
}

async function removeAccount(db: AppDatabase, user: string): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await lockUser(within, user)
    const own = await membershipsOf(within, user)
    await lockWorkspaces(within, ...own.map(({ workspace }) => workspace))
    for (const { workspace } of own) {
      const members = await membersOf(within, workspace)
      if (members.length > 1 && members.some((one) => one.user === user && one.isOwner)) return false
    }
    await removeUser(within, user)
    // Nobody sees these any more. Past their time, they go with their files by whoever removes those.
    await within
      .updateTable('analyses')
      .set({ expires: 0 })
      .where('user', '=', user)
      .where('shared', '=', 0)
      .execute()
    for (const { workspace } of own)
      if ((await membersOf(within, workspace)).length > 0) await endAccessBy(within, { workspace, user })
      else await clearEmptyWorkspace(within, workspace)
    return true
  })
}

/**
 * Of a workspace nobody is left in: what people made ends, and its sensors with it, since nobody would see them any more. What is the
 * server's own was made by nobody, and stays the operator's.
 */
async function clearEmptyWorkspace(within: AppDatabase, workspace: string): Promise<void> {
  const keys = await within
    .selectFrom('api_keys')
    .select('made_by')
    .where('workspace', '=', workspace)
    .execute()
  const isOfServer = keys.some((key) => key.made_by === '')
  if (!isOfServer) await removeSensors(within, workspace)
  await within.deleteFrom('api_keys').where('workspace', '=', workspace).where('made_by', '!=', '').execute()
  await within
    .deleteFrom('invites')
    .where('workspace', '=', workspace)
    .where('accepted', '=', 0)
    .where('inviter', '!=', '')
    .execute()
  if (isOfServer) return
  for (const table of ['analyses', 'pcaps'] as const)
    await within.updateTable(table).set({ expires: 0 }).where('workspace', '=', workspace).execute()
}
