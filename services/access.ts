import type { OwnSearches } from './searches.ts'
import { can, type EntitlementId } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import { type Scope, userOf, workspaceOf } from './scope.ts'

/**
 * What somebody may have: an entitlement of the plan; `data-export`, which comes with an offering; `workspace`, which comes with a key or
 * with being signed in, which is `user`, under a verified address; `owner`, of whoever owns the workspace they are signed in to; `ingest`, to send captures, which a key may leave out; `manage`, to change what the workspace has, which a key does whose scope is admin; `global-records`, which comes with
 * a workspace that feeds them; `installation`, to manage every account, workspace and key, which comes with the server's own key, or with owning such a workspace; `operator`, to read how the server fares, which comes with a key, with a workspace that feeds the global
 * records, or with sitting at the server's machine; `measurements`, which tell of everybody's use, with `installation` or with sitting there.
 */
export type Right =
  | EntitlementId
  | 'data-export'
  | 'workspace'
  | 'ingest'
  | 'manage'
  | 'user'
  | 'owner'
  | 'global-records'
  | 'installation'
  | 'operator'
  | 'measurements'

export const has = (scope: Scope, right: Right): boolean => keyAllows(scope, right) && holds(scope, right)

/** What a key may be used for, whatever its workspace may. */
function keyAllows(scope: Scope, right: Right): boolean {
  if (scope.kind !== 'workspace' || scope.scopes === undefined || scope.scopes.includes('admin')) return true
  switch (right) {
    // Every call with a key asks for it.
    case 'feature-api':
    case 'workspace':
      return true
    case 'ingest':
      return scope.scopes.includes('ingest')
    case 'manage':
    case 'global-records':
    case 'installation':
    case 'operator':
    case 'measurements':
      return false
    default:
      return scope.scopes.includes('read')
  }
}

function holds(scope: Scope, right: Right): boolean {
  switch (right) {
    case 'workspace':
    case 'ingest':
    case 'manage':
      return isOfWorkspace(scope)
    case 'user':
      return scope.kind === 'user'
    case 'owner':
      return isOfWorkspace(scope) && scope.kind === 'user' && scope.user.isOwner
    case 'global-records':
      return isOfWorkspace(scope) && scope.publish
    case 'installation':
      // Members share the key of their workspace: it is no more than they are.
      return (
        has(scope, 'global-records') &&
        (scope.kind === 'workspace' ? scope.isServers === true : has(scope, 'owner'))
      )
    case 'operator':
      if (scope.kind === 'visitor') return scope.isOperator === true
      return scope.kind === 'workspace' || (isOfWorkspace(scope) && scope.publish)
    case 'measurements':
      return scope.kind === 'visitor' ? scope.isOperator === true : has(scope, 'installation')
    // Any offering except community (specification §8).
    case 'data-export':
      return scope.plan.offering !== 'community'
    default:
      return can(scope.plan, right)
  }
}

/** An address that nobody verified may be anybody's: it opens no workspace, or `SIGNUP` by domains would keep nobody out. */
const isOfWorkspace = (scope: Scope): scope is Exclude<Scope, { kind: 'visitor' }> =>
  scope.kind === 'workspace' || (scope.kind === 'user' && scope.user.emailVerified)

/** @throws Refusal 'unauthorized' where a key is needed, 'forbidden' with the rights that are missing */
export function requireRights({ scope }: { scope: Scope }, needs: readonly Right[]): void {
  const missing = needs.filter((right) => !has(scope, right))
  if (missing.includes('user')) userOf(scope)
  if (missing.includes('workspace')) {
    workspaceOf(scope)
    throw refuse('forbidden', 'Confirm your address of mail first.', { missing })
  }
  if (scope.kind === 'workspace' && !missing.every((right) => keyAllows(scope, right)))
    throw refuse('forbidden', 'This key may not be used for that: its scopes leave it out.', { missing })
  if (missing.includes('owner'))
    throw refuse('forbidden', 'Only the owner of this workspace may do this.', { missing })
  if (missing.includes('global-records'))
    throw refuse('forbidden', 'This workspace does not feed the global records.', { missing })
  if (missing.includes('installation'))
    throw refuse(
      'forbidden',
      'This is for the operator of the installation: the owner of its first workspace, or the key that lies on the server.',
      { missing },
    )
  if (missing.length > 0) throw refuse('forbidden', 'You do not have access to this page.', { missing })
}

/** What the product can do for somebody, and the rights it takes: pages, API and exports call nothing else. */
export interface Verb<C, Input extends unknown[], Output> {
  (ctx: C, ...input: Input): Promise<Output>
  /** All of them are needed; none: it is everybody's. */
  readonly needs: readonly Right[]
}

/** Which calls of a verb are one search of the plan's week (docs/plans.md). */
export interface SearchRule<Input extends unknown[], Output> {
  is: (...input: Input) => boolean
  /** Told by the answer where a call turned out to be none. What was refused never is. */
  was?: (output: Output) => boolean
}

interface Asking {
  scope: Scope
  /** Without it nobody's searches are counted: tests, measurements and the server's own work. */
  searches?: OwnSearches
}

/** Declares a verb: nothing of `run` happens for whoever lacks one of the rights, or who has no search left where it is one. */
export function verb<C extends Asking, Input extends unknown[], Output>(
  needs: readonly Right[],
  run: (ctx: C, ...input: Input) => Promise<Output>,
  search?: SearchRule<Input, Output>,
): Verb<C, Input, Output> {
  const allowed = async (ctx: C, ...input: Input): Promise<Output> => {
    requireRights(ctx, needs)
    const own = () => run(ctx, ...input)
    return ctx.searches?.isLimited && search?.is(...input) ? ctx.searches.counted(own, search.was) : own()
  }
  return Object.assign(allowed, { needs })
}
