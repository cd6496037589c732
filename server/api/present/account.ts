import { effectiveOffering } from '#model/account/offering.ts'
import { nameOf } from '#model/account/user.ts'
import type { AccountSeen } from '#services/account/get-user.ts'

/** The answer of GET and PUT /user. @param now milliseconds */
export const accountAnswer = (
  { user, newEmail, workspaces, activeWorkspace }: AccountSeen,
  of: { now: number; key: string | null; invitation: { accepted: boolean; error: string | null } | null },
) => ({
  user: {
    user_id: user.id,
    email: user.email,
    email_verified: user.emailVerified,
    new_email: newEmail,
    name: nameOf(user),
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    title: user.title,
    company: user.company,
    vertical: user.vertical,
    offering: effectiveOffering(user, of.now),
    expires: user.expires,
    trial: user.trial && { end_date: user.trial.endDate, offering: user.trial.offering },
  },
  workspaces: workspaces.map(({ id, name, isOwner }) => ({
    id,
    name,
    is_owner: isOwner,
    key: id === activeWorkspace ? of.key : null,
  })),
  active_workspace: activeWorkspace,
  invite_accepted: of.invitation?.accepted ?? false,
  error: of.invitation?.error ?? null,
})
