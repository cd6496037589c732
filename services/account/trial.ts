import { createHash } from 'node:crypto'
import { weekEnd, weekOf } from '#model/account/search-week.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { userOf } from '../scope.ts'
import type { AccountsCtx } from '../sign-in/accounts-ctx.ts'
import { mayMail } from '../sign-in/may-mail.ts'

/**
 * Asks those who run the server for a trial: once in a week of searches, however often it is asked.
 * @param to null: nobody said where. @throws Refusal 'not-implemented', 'rate-limited'
 */
export const askForTrial = verb(
  ['user', 'feature-trial'],
  async (ctx: AccountsCtx, { to }: { to: string | null }): Promise<void> => {
    if (to === null)
      throw refuse('not-implemented', 'This server names no address for support. Ask whoever runs it.')
    const { id, name, email, emailVerified } = userOf(ctx.scope)
    const now = ctx.clock()
    const token = createHash('sha256')
      .update(`trial ${id} ${weekOf(now)}`)
      .digest('base64url')
    const { usedTokens } = ctx.accounts
    if (!(await usedTokens.use({ token, expires: weekEnd(now) }))) return
    try {
      await mayMail(ctx, { to, by: `user ${id}` })
      await ctx.sendMail({
        to,
        subject: 'Noisefloor support: a trial',
        body: [
          `${name} <${email}>${emailVerified ? '' : ' (not confirmed)'} asks for a trial: the searches of the account are used up.`,
        ],
      })
    } catch (error) {
      await usedTokens.giveBack(token)
      throw error
    }
  },
)
