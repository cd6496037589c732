import type { Offering } from '#model/account/offering.ts'
import type { Profile, User } from '#model/account/user.ts'
import { uuidV7 } from '../../identifier.ts'
import type { KeyChanges } from '../key-changes.ts'
import type { AppDatabase } from '../tables.ts'
import { createWorkspace } from '../workspaces.ts'
import { type Change, changesAfter, record } from './audit-log.ts'
import { failedAttempts, type FailureCounts, removeOldAttempts } from './failed-attempts.ts'
import { addIdentity, type Identity, userOfIdentity } from './identities.ts'
import { addInvite, findInvite, type Invite } from './invites.ts'
import { acceptInTurn, joinInvited } from './join.ts'
import { usedTokens, type UsedTokens } from './used-tokens.ts'
import {
  addMailedToken,
  findMailedToken,
  type MailedToken,
  type Purpose,
  takeMailedToken,
} from './mailed-tokens.ts'
import { addMember, type Membership, membershipsOf, membersOf } from './members.ts'
import { findPasskey, type Passkey, usedPasskey } from './passkeys.ts'
import { keepProviderToken, type ProviderToken, takeDueToken } from './provider-tokens.ts'
import { type SecondFactor, secondFactorOf, takeRecoveryCode, useStep } from './second-factors.ts'
import {
  beginSignIn,
  endSignIn,
  endSignIns,
  findSignIn,
  removeOver,
  rotateSignIn,
  type SignIn,
} from './sign-ins.ts'
import {
  changeUser,
  getUser,
  hasUsers,
  insertUser,
  isTaken,
  listUsers,
  type UserChange,
  userByEmail,
} from './users.ts'

/** Somebody who comes: into a workspace that is there, or into a new one, which is then theirs. */
export interface NewAccount extends NewPerson {
  into: { workspace: string; isOwner: boolean } | { newWorkspace: string; publish: boolean }
}

export interface NewPerson {
  email: string
  emailVerified: boolean
  /** argon2id in the PHC format, "" for none. */
  password: string
  profile: Partial<Profile>
  offering: Offering | null
  /** By which they come; the account is made with it or not at all. */
  identity?: Identity
  now: number
}

/** People, sign-ins, invites and what was promised by mail, before it is known who asks. */
export interface Accounts {
  /** Whether anybody has an account. */
  isEmpty(): Promise<boolean>
  /** null when the address of mail, or the identity, is taken. */
  create(of: NewAccount): Promise<User | null>
  /** By an invitation, which is accepted with it or not at all; 'gone' where somebody was faster, or it was withdrawn. */
  createInvited(of: NewPerson, invite: Invite): Promise<User | 'taken' | 'gone'>
  get(id: string): Promise<User | null>
  /** With the hash of the password, "" for none. */
  byEmail(email: string): Promise<{ user: User; password: string } | null>
  /** Oldest first. */
  list(): Promise<User[]>
  change(id: string, change: UserChange): Promise<User | null>
  memberships(user: string): Promise<Membership[]>
  /** null where a workspace has none: nobody signed up yet. */
  ownerOf(workspace: string): Promise<User | null>
  /** The user's id; null for an identity nobody has. */
  userOfIdentity(identity: Identity): Promise<string | null>
  /** false when it is somebody's already. */
  addIdentity(identity: Identity, of: { user: string; now: number }): Promise<boolean>
  readonly signIns: {
    /** What the browser is to hold is told this once. */
    begin(of: { user: string; address: string; agent: string; now: number }): Promise<{
      signIn: SignIn
      secret: string
    }>
    find(secret: string, now: number): Promise<SignIn | null>
    /** The same under another secret. @param authenticated when the user proved who they are just now */
    rotate(id: string, authenticated?: number): Promise<string | null>
    /** One of a user. */
    endOne(of: { user: string; id: string }): Promise<boolean>
    /** All of a user but one. */
    end(user: string, but?: string): Promise<void>
    removeOver(now: number): Promise<void>
  }
  readonly invites: {
    add(
      of: Pick<Invite, 'workspace' | 'email' | 'makesOwner' | 'inviter' | 'created' | 'expires'>,
    ): Promise<{ invite: Invite; token: string }>
    find(token: string, now: number): Promise<Invite | null>
    /** Accepts it and makes a member; false when somebody was faster, or it was withdrawn. */
    join(of: { invite: Invite; user: string; now: number }): Promise<boolean>
  }
  readonly mailedTokens: {
    add(of: MailedToken & { purpose: Purpose; expires: number }): Promise<string>
    /** Whose it is, without using it up. */
    find(of: { token: string; purpose: Purpose; now: number }): Promise<MailedToken | null>
    /** Each works once. */
    take(of: { token: string; purpose: Purpose; now: number }): Promise<MailedToken | null>
  }
  readonly secondFactors: {
    /** null for who has none that is confirmed. */
    get(user: string): Promise<SecondFactor | null>
    /** @returns false where the code of this time step, or a later one, was used before */
    useStep(user: string, step: number): Promise<boolean>
    /** Each works once. */
    takeRecoveryCode(user: string, hash: string): Promise<boolean>
  }
  readonly passkeys: {
    find(id: string): Promise<Passkey | null>
    /** @returns false for a challenge (made at `begun`) that counts no more */
    used(of: { id: string; counter: number; begun: number; now: number }): Promise<boolean>
  }
  readonly providerTokens: {
    keep(of: ProviderToken & { signIn: string }): Promise<void>
    /** Where it is due; for nobody else until `again`. */
    takeDue(of: { signIn: string; now: number; again: number }): Promise<ProviderToken | null>
  }
  /** Where failed sign-ins are counted for all that share the database. */
  readonly failedAttempts: FailureCounts & { removeOld(now: number): Promise<void> }
  readonly usedTokens: UsedTokens
  record(change: Change): Promise<void>
  /** Oldest first, of every workspace or of one. @param of.since milliseconds */
  changes(of: {
    workspace: string | undefined
    since: number
    after: string
    limit: number
  }): Promise<(Change & { id: string })[]>
}

export function accounts(db: AppDatabase, changes: KeyChanges): Accounts {
  /** What a sign-in opens may be another now: what is remembered of it ends. */
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    const done = await change
    changes.changed()
    return done
  }
  return {
    isEmpty: async () => !(await hasUsers(db)),
    create: (of) => changing(createAccount(db, of).catch(takenAsNull)),
    createInvited: (of, invite) =>
      changing(createInvited(db, of, invite).catch((error: unknown) => takenAsNull(error) ?? 'taken')),
    get: (id) => getUser(db, id),
    byEmail: (email) => userByEmail(db, email),
    list: () => listUsers(db),
    change: (id, change) => changing(changeUser(db, id, change)),
    memberships: (user) => membershipsOf(db, user),
    async ownerOf(workspace) {
      const owner = (await membersOf(db, workspace)).find(({ isOwner }) => isOwner)
      return owner ? getUser(db, owner.user) : null
    },
    userOfIdentity: (identity) => userOfIdentity(db, identity),
    addIdentity: (identity, of) => addIdentity(db, identity, of),
    signIns: {
      begin: (of) => beginSignIn(db, of),
      find: (secret, now) => findSignIn(db, secret, now),
      rotate: (id, authenticated) => changing(rotateSignIn(db, id, authenticated)),
      endOne: (of) => changing(endSignIn(db, of)),
      end: (user, but) => changing(endSignIns(db, user, but)),
      removeOver: (now) => removeOver(db, now),
    },
    invites: {
      add: (of) => addInvite(db, of),
      find: (token, now) => findInvite(db, token, now),
      join: (of) => changing(joinInvited(db, of)),
    },
    mailedTokens: {
      add: (of) => addMailedToken(db, of),
      find: (of) => findMailedToken(db, of),
      take: (of) => takeMailedToken(db, of),
    },
    secondFactors: {
      async get(user) {
        const found = await secondFactorOf(db, user)
        return found?.isConfirmed ? found : null
      },
      useStep: (user, step) => useStep(db, user, step),
      takeRecoveryCode: (user, hash) => takeRecoveryCode(db, user, hash),
    },
    passkeys: {
      find: (id) => findPasskey(db, id),
      used: (of) => usedPasskey(db, of),
    },
    providerTokens: {
      keep: (of) => keepProviderToken(db, of),
      takeDue: (of) => takeDueToken(db, of),
    },
    failedAttempts: { ...failedAttempts(db), removeOld: (now) => removeOldAttempts(db, now) },
    usedTokens: usedTokens(db),
    record: (change) => record(db, change),
    changes: (of) => changesAfter(db, of),
  }
}

/** Of two who come at once with one address, or one identity, the later is refused. */
function takenAsNull(error: unknown): null {
  if (isTaken(error) || error instanceof IdentityTaken) return null
  throw error
}

/** The user, the workspace where it is a new one, and the membership: all or nothing. */
async function createAccount(db: AppDatabase, of: NewAccount): Promise<User | null> {
  const id = uuidV7(of.now)
  return db.transaction().execute(async (within) => {
    if (await userByEmail(within, of.email)) return null
    const { into, now } = of
    const workspace =
      'workspace' in into
        ? into
        : {
            workspace: (
              await createWorkspace(within, { name: into.newWorkspace, publish: into.publish, now })
            ).id,
            isOwner: true,
          }
    const user = await insertPerson(within, { id, ...of, activeWorkspace: workspace.workspace })
    await addMember(within, { ...workspace, user: id, created: now })
    return user
  })
}

async function createInvited(
  db: AppDatabase,
  of: NewPerson,
  invite: Invite,
): Promise<User | 'taken' | 'gone'> {
  const id = uuidV7(of.now)
  return db.transaction().execute(async (within) => {
    if (await userByEmail(within, of.email)) return 'taken'
    const into = await acceptInTurn(within, invite, of.now)
    if (!into) return 'gone'
    const user = await insertPerson(within, { id, ...of, activeWorkspace: into.workspace })
    await addMember(within, { ...into, user: id, created: of.now })
    return user
  })
}

/** Ends the transaction, and with it everything that was made. */
class IdentityTaken extends Error {}

async function insertPerson(
  within: AppDatabase,
  of: Parameters<typeof insertUser>[1] & NewPerson,
): Promise<User> {
  const user = await insertUser(within, of)
  if (of.identity && !(await addIdentity(within, of.identity, { user: user.id, now: of.now })))
    throw new IdentityTaken()
  return user
}
