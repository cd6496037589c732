import { verb } from '../access.ts'
import type { Deps } from '../context.ts'
import { type Scope, workspaceOf } from '../scope.ts'

/** Whose account and workspace somebody acts for: of a key the owner's, or the key itself where a workspace has no owner. */
export const whoAsks = verb(
  ['workspace'],
  async ({
    scope,
    ownerOf,
  }: {
    scope: Scope
    ownerOf: OwnerOf
  }): Promise<{ user: string; workspace: string }> => {
    const of = workspaceOf(scope)
    if (of.kind === 'user') return { user: of.user.id, workspace: of.workspace }
    return { user: (await ownerOf(of.workspace))?.id ?? of.keyId, workspace: of.workspace }
  },
)

type OwnerOf = Deps['installation']['accounts']['ownerOf']
