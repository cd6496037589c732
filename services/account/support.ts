import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { mayMail } from '../sign-in/may-mail.ts'

/** Sends what a user writes to those who run the server. @param to null: nobody said where. @throws Refusal 'not-implemented', 'rate-limited' */
export const writeToSupport = verb(
  ['user'],
  async (ctx: WriteCtx, input: { subject: string; message: string; to: string | null }): Promise<void> => {
    if (input.to === null)
      throw refuse('not-implemented', 'This server names no address for support. Ask whoever runs it.')
    const { id, name, email, emailVerified, workspaceName } = userOf(ctx.scope)
    await mayMail(ctx, { to: input.to, by: `user ${id}` })
    await ctx.sendMail({
      to: input.to,
      subject: `Noisefloor support: ${input.subject}`,
      body: [
        `${name} <${email}>${emailVerified ? '' : ' (not confirmed)'}, workspace "${workspaceName}", writes:`,
        input.message,
      ],
    })
  },
)
