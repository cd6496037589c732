import { nameOf, signupStep } from '#model/account/user.ts'
import type { Deps } from '#services/context.ts'
import { userScope } from '#services/scope.ts'
import { activeMembership } from '#model/account/active-membership.ts'
import { longestMs } from '#store/app/accounts/sign-ins.ts'
import { planOfUser } from '#model/account/plan-of-user.ts'
import type { FindScope } from './authenticate.ts'

/**
 * The scope a sign-in opens: its user with their plan, in the workspace they chose, as long as they are a member of it; else in the first
 * they are a member of.
 */
export const findUser =
  ({ installation, clock, plans }: Pick<Deps, 'installation' | 'clock' | 'plans'>): FindScope =>
  async (secret) => {
    const { accounts, workspaces } = installation
    const now = clock()
    const signIn = await accounts.signIns.find(secret, now)
    const user = signIn && (await accounts.get(signIn.user))
    if (!signIn || !user) return undefined
    const membership = activeMembership(await accounts.memberships(user.id), user)
    const workspace = membership && (await workspaces.get(membership.workspace))
    if (!membership || !workspace) return undefined
    const scope = userScope(
      {
        workspace: workspace.id,
        publish: workspace.publish,
        user: {
          id: user.id,
          name: nameOf(user),
          email: user.email,
          emailVerified: user.emailVerified,
          step: signupStep(user),
          signIn: signIn.id,
          authenticated: signIn.authenticated,
          isOwner: membership.isOwner,
          workspaceName: workspace.name,
        },
      },
      planOfUser(plans, user, now),
    )
    // Whoever asks on is not idle.
    return { scope, until: signIn.created + longestMs }
  }
