import { emailKey, nameOf } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { emailOf, linkMs } from '../sign-in/accounts-ctx.ts'
import { mayMail } from '../sign-in/may-mail.ts'
import { onlyWorkspace } from './remove.ts'

export interface MemberSeen {
  id: string
  name: string
  email: string
  isOwner: boolean
  isSelf: boolean
  since: number
}
export interface InviteWaiting {
  id: string
  email: string
  created: number
  expires: number
}

/** Members, oldest first, and invitations that wait, newest first. */
export const listPeople = verb(
  ['user', 'workspace'],
  async (ctx: Ctx): Promise<{ members: MemberSeen[]; invites: InviteWaiting[] }> => {
    const self = userOf(ctx.scope).id
    const { people } = ctx.workspace
    const [members, invites] = await Promise.all([people.members(), people.invites(ctx.clock())])
    return {
      members: members.map(({ id, email, isOwner, created, ...names }) => ({
        id,
        name: nameOf(names),
        email,
        isOwner,
        isSelf: id === self,
        since: created,
      })),
      invites: invites.flatMap(({ id, email, created, expires }) =>
        email === null ? [] : [{ id, email, created, expires }],
      ),
    }
  },
)

const maxWaiting = 100

function requireRoom(waiting: readonly unknown[]): void {
  if (waiting.length >= maxWaiting)
    throw refuse('rate-limited', `${maxWaiting} invitations wait already. Withdraw some.`)
}

/** Sends somebody an invitation to this workspace. @throws Refusal 'invalid-input', 'conflict' for a member, 'rate-limited' */
export const invite = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, input: { email: string }): Promise<void> => {
    const user = userOf(ctx.scope)
    const email = emailOf(input.email)
    const { people } = ctx.workspace
    const now = ctx.clock()
    const [members, waiting] = await Promise.all([people.members(), people.invites(now)])
    if (members.some((one) => emailKey(one.email) === emailKey(email)))
      throw refuse('conflict', `${email} is a member of this workspace.`)
    // Before it counts as a mail; what others invite meanwhile is seen when it is kept.
    requireRoom(waiting)
    await mayMail(ctx, { to: email, by: `user ${user.id}` })
    const { token } = await people.invite(
      { email, inviter: user.id, now, expires: now + linkMs.invite },
      requireRoom,
    )
    await ctx.sendMail({
      to: email,
      subject: `${user.name || user.email} invites you to Noisefloor`,
      body: [
        `${user.name || user.email} invites you to the workspace "${user.workspaceName}":`,
        { link: `${ctx.publicUrl()}/signup/invite/${token}/accept` },
        'The link works for seven days. If you do not know the sender, nothing has to be done.',
      ],
    })
    await ctx.record({ act: 'workspace.invite', subject: email })
  },
)

/** @throws Refusal 'not-found' for one of another workspace, as for none */
export const withdrawInvite = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    if (!(await ctx.workspace.people.removeInvite(id)))
      throw refuse('not-found', 'There is no such invitation.')
    await ctx.record({ act: 'workspace.invite.withdraw', subject: `invite ${id.slice(0, 8)}` })
  },
)

/** Takes a member out of the workspace; oneself it is left. @throws Refusal 'forbidden', 'not-found', 'conflict' for its owner, and for the only workspace */
export const removeMember = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const { id: self, isOwner } = userOf(ctx.scope)
    if (id !== self && !isOwner)
      throw refuse('forbidden', 'Only the owner of this workspace may do this.', { missing: ['owner'] })
    const members = await ctx.workspace.people.members()
    const found = members.find((one) => one.id === id)
    if (!found) throw refuse('not-found', 'There is no such member.')
    if (found.isOwner) throw refuse('conflict', 'The owner stays. Hand the workspace over first.')
    const removed = await ctx.workspace.people.remove(id, { leaves: id === self })
    if (removed === 'only workspace') throw onlyWorkspace()
    if (removed === 'no member')
      throw refuse('conflict', 'This member has left, or became the owner, just now.')
    await ctx.record({ act: 'workspace.member.remove', subject: `user ${id}`, before: found.email })
  },
)

/** Makes another member the owner. @throws Refusal 'forbidden', 'not-found' */
export const handOver = verb(
  ['user', 'workspace', 'owner'],
  async (ctx: WriteCtx, { to }: { to: string }): Promise<void> => {
    if (!(await ctx.workspace.people.handOver(to))) throw refuse('not-found', 'There is no such member.')
    await ctx.record({
      act: 'workspace.owner',
      subject: `workspace ${ctx.workspace.id}`,
      before: `user ${userOf(ctx.scope).id}`,
      after: `user ${to}`,
    })
  },
)
