/** The client cookie `workspaceInvite` (specification §3): which invitation was opened here. A hint that opens nothing, read by nobody here. */

const name = 'workspaceInvite'
/** As long as invitations work. */
const maxAgeSeconds = 7 * 86_400

/** @param id what names the invitation, not what its link holds */
export const inviteCookie = (id: string): string =>
  `${name}=${id}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`

/** Of one that is dropped or accepted (specification §4). */
export const noInviteCookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
