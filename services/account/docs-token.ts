import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { userOf } from '../scope.ts'
import { requireConfirmed } from './fresh.ts'

/** The documentation somewhere else, and the secret that its server and this one share. */
export interface DocsSite {
  url: string
  secret: string
}

/**
 * A token with which the documentation knows who comes: a JWT (HS256) of some minutes, with an id by which the site refuses it a second
 * time. Name and address are those of the account, whatever a caller says.
 * @throws Refusal 'not-implemented' without such a site, 'conflict' without a username or a confirmed address
 */
export const docsToken = verb(
  ['user'],
  async (ctx: Ctx, { site }: { site: DocsSite | null }): Promise<{ token: string; url: string }> => {
    if (!site) throw refuse('not-implemented', 'The documentation of this server needs no token.')
    const user = await ctx.account.get()
    if (!user) throw refuse('unauthorized', 'This account does not exist any more.')
    // That site takes the address for theirs.
    requireConfirmed(ctx)
    if (user.username === '') throw refuse('conflict', 'Choose a username first.', { parameter: 'username' })
    const { id, name } = userOf(ctx.scope)
    const token = await new SignJWT({ name, username: user.username, email: user.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setAudience(new URL(site.url).origin)
      .setJti(randomUUID())
      .setIssuedAt(new Date(ctx.clock()))
      .setExpirationTime(new Date(ctx.clock() + 5 * 60_000))
      .sign(new TextEncoder().encode(site.secret))
    const url = new URL(site.url)
    url.searchParams.set('token', token)
    return { token, url: url.href }
  },
)
