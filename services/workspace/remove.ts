import { type Refusal, refuse } from '#model/errors.ts'
import { requireFresh } from '../account/fresh.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import type { Mail } from '../mail.ts'
import { userOf } from '../scope.ts'
import { mailAttempt } from '../sign-in/may-mail.ts'

/** Each is a connection to the server for mail. */
const mailsAtOnce = 10
/** Milliseconds in which it can be undone. */
const waitMs = 7 * 86_400_000

/** Whoever is left in none, now or when those that wait are removed, cannot sign in. */
export const onlyWorkspace = (): Refusal =>
  refuse('conflict', 'This is your only workspace. Make another first, or delete your account.')

/** When the active workspace will be removed, milliseconds; null: it stays. */
export const workspaceRemoval = verb(
  ['user', 'workspace'],
  async (ctx: Ctx): Promise<number | null> => (await ctx.workspace.removal.get())?.due ?? null,
)

/**
 * Removes the active workspace in seven days: its members, keys, invitations and rules. What its captures added ages out with the
 * retention. Its members are told by mail; asked for again, it is so already, and nobody is told anew.
 * @throws Refusal 'forbidden', 'conflict' for the server's own workspace and for the only one of its owner
 */
export const removeWorkspace = verb(
  ['user', 'workspace', 'owner'],
  async (ctx: WriteCtx): Promise<{ due: number }> => {
    requireFresh(ctx)
    const { id, name, email, workspaceName } = userOf(ctx.scope)
    const isServersOwn = (await ctx.workspace.keys.list(ctx.clock())).some((key) => key.madeBy === null)
    if (isServersOwn)
      throw refuse(
        'conflict',
        'This is the workspace of the server itself, which its own key belongs to. It stays.',
      )
    const waiting = await ctx.workspace.removal.get()
    if (waiting) return { due: waiting.due }
    const due = ctx.clock() + waitMs
    if (!(await ctx.workspace.removal.ask({ due, askedBy: id }, { needsAnother: true })))
      throw onlyWorkspace()
    await ctx.record({
      act: 'workspace.remove',
      subject: `workspace ${ctx.workspace.id}`,
      before: workspaceName,
    })
    const others = (await ctx.workspace.people.members()).filter((member) => member.id !== id)
    const body = [
      `${name || email} deletes the workspace "${workspaceName}". It stays until ${new Date(due).toISOString().slice(0, 10)}; until then its owner can undo it.`,
      { link: `${ctx.publicUrl()}/account/members` },
    ]
    const subject = `The workspace "${workspaceName}" will be deleted (Noisefloor)`
    for (let from = 0; from < others.length; from += mailsAtOnce)
      await Promise.all(
        others.slice(from, from + mailsAtOnce).map((member) => tell(ctx, member, { subject, body })),
      )
    return { due: (await ctx.workspace.removal.get())?.due ?? due }
  },
)

/** It is done by then: whom no mail reaches keeps it from nobody else, and who undid it and asks again has a few sent to each. */
async function tell(
  ctx: WriteCtx,
  { id, email: to }: { id: string; email: string },
  mail: Omit<Mail, 'to'>,
): Promise<void> {
  const of = mailAttempt({ to, by: `removal of ${ctx.workspace.id} to ${id}` })
  if ((await ctx.attempts.begin(of)).waitMs > 0) return
  // What fails is in the log (server/mail).
  await ctx.sendMail({ to, ...mail }).catch(() => undefined)
}

/** @throws Refusal 'forbidden', 'not-found' where it stays anyway */
export const keepWorkspace = verb(['user', 'workspace', 'owner'], async (ctx: WriteCtx): Promise<void> => {
  if (!(await ctx.workspace.removal.undo())) throw refuse('not-found', 'This workspace is not being deleted.')
  await ctx.record({ act: 'workspace.keep', subject: `workspace ${ctx.workspace.id}` })
})
