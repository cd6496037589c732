import type { User } from './user.ts'

/** Where somebody is: in the workspace they chose, as long as they belong to it, else in the first they belong to. */
export const presentOf = <Membership extends { workspace: string }>(
  memberships: readonly Membership[],
  { activeWorkspace }: Pick<User, 'activeWorkspace'>,
): Membership | undefined =>
  memberships.find(({ workspace }) => workspace === activeWorkspace) ?? memberships[0]
