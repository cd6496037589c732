import type { User } from '#model/account/user.ts'
import type { Membership } from '#store/app/accounts/members.ts'

/** Where somebody is: in the workspace they chose, as long as they belong to it, else in the first they belong to. */
export const presentOf = (
  memberships: readonly Membership[],
  { activeWorkspace }: Pick<User, 'activeWorkspace'>,
): Membership | undefined =>
  memberships.find(({ workspace }) => workspace === activeWorkspace) ?? memberships[0]
