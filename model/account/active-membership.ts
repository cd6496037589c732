import type { User } from './user.ts'

/** Where somebody is: in the workspace they chose, as long as they belong to it, else in the first they belong to. */
export const activeMembership = <Membership extends { workspace: string }>(
  memberships: readonly Membership[],
  { activeWorkspace }: Pick<User, 'activeWorkspace'>,
): Membership | undefined =>
  memberships.find(({ workspace }) => workspace === activeWorkspace) ?? memberships[0]

/** Why who is in no workspace signs in to nothing, in the words of the specification (§8). */
export const noWorkspace = 'No SSO workspace found'
