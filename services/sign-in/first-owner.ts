import type { Deps } from '../context.ts'
import { linkMs } from './accounts-ctx.ts'

/**
 * The path of a link that makes the owner's account, for the operator at the server's terminal; it works once, for an hour, and ends
 * the one before. @param workspace which is theirs then
 */
export async function firstOwnerLink(
  { installation, clock }: Pick<Deps, 'installation' | 'clock'>,
  workspace: string,
): Promise<string> {
  const created = clock()
  const { people } = installation.workspace(workspace)
  for (const { id, email } of await people.invites(created)) if (email === null) await people.removeInvite(id)
  const { token } = await installation.accounts.invites.add({
    workspace,
    email: null,
    makesOwner: true,
    inviter: '',
    created,
    expires: created + linkMs['first-owner'],
  })
  return `/signup/invite/${token}/accept`
}
