import type { KeyScope } from '#model/account/key-scope.ts'
import type { SignupStep } from '#model/account/user.ts'
import type { Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'

/** Somebody who is signed in, in the workspace they have chosen. */
export interface SignedIn {
  id: string
  /** "" until it was told. */
  name: string
  email: string
  /** Until it is, the address may be anybody's: the account has its own pages and no workspace (services/access.ts). */
  emailVerified: boolean
  /** What is left of signing up. */
  step: SignupStep | null
  /** The sign-in this request comes by. */
  signIn: string
  /** When the user last proved who they are, milliseconds. */
  authenticated: number
  /** Whether the workspace is theirs. */
  isOwner: boolean
  workspaceName: string
}

/**
 * Who is asking: `isOperator` of a visitor at the machine itself, who holds no key and may read how the server fares. Made only from a verified key, a
 * verified sign-in or from nothing (`visitor`). Workspace data is reached through `workspaceOf(scope)` alone, so a query that forgets its
 * tenant cannot be written.
 */
export type Scope =
  | { kind: 'visitor'; plan: Plan; isOperator?: boolean }
  | {
      kind: 'workspace'
      plan: Plan
      workspace: string
      keyId: string
      publish: boolean
      /** The user who owns the workspace; null of one that has no owner. */
      owner?: string | null
      /** Of the key; every one where nothing is said. */
      scopes?: readonly KeyScope[]
      /** The server's own key, which lies on its machine and was made by nobody. */
      isServers?: boolean
    }
  | { kind: 'user'; plan: Plan; workspace: string; publish: boolean; user: SignedIn }

type OfWorkspace = Extract<Scope, { workspace: string }>

export const visitorScope = (plan: Plan, isOperator = false): Scope => ({ kind: 'visitor', plan, isOperator })

export const workspaceScope = (
  key: Omit<Extract<Scope, { kind: 'workspace' }>, 'kind' | 'plan'>,
  plan: Plan,
): Scope => ({ kind: 'workspace', plan, ...key })

export const userScope = (
  of: { user: SignedIn; workspace: string; publish: boolean },
  plan: Plan,
): Scope => ({ kind: 'user', plan, ...of })

/** The workspace that somebody acts for, by key or signed in; null for a visitor. */
export const tenantOf = (scope: Scope): string | null => (scope.kind === 'visitor' ? null : scope.workspace)

/** Who did something, as the audit log names them. */
export function actorOf(scope: Scope): string {
  if (scope.kind === 'user') return `user ${scope.user.id}`
  return scope.kind === 'workspace' ? `key ${scope.keyId}` : 'visitor'
}

/** The scope of a workspace, for everything that is a workspace's. @throws Refusal 'unauthorized' for a visitor */
export function workspaceOf(scope: Scope): OfWorkspace {
  if (scope.kind === 'visitor')
    throw refuse('unauthorized', 'This call needs an API key: send it in the "key" header.')
  return scope
}

/** Who is signed in. @throws Refusal 'unauthorized' for a visitor, and for a key, which is nobody's own */
export function userOf(scope: Scope): SignedIn {
  if (scope.kind !== 'user') throw refuse('unauthorized', 'Sign in first: this is of a person, not of a key.')
  return scope.user
}

/** The user who asks; "" for a key, which is the workspace's. */
export const userIn = (scope: Scope): string => (scope.kind === 'user' ? scope.user.id : '')
