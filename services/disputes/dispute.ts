import { claimWords, type DisputeClaim, disputeLimits } from '#model/dispute.ts'
import { emailKey } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { canonicalAddress } from '../ip/address.ts'
import { emailOf } from '../sign-in/accounts-ctx.ts'
import { mayMail } from '../sign-in/may-mail.ts'

export interface DisputeInput {
  ip: string
  claim: DisputeClaim
  explanation: string
  /** Asked of who is not signed in; who is has an address here. */
  email?: string | undefined
  /** Where the operator is told; null: nobody said. */
  to: string | null
}

/**
 * Says something against the verdict on an address: it waits until the operator answers. One of a sender on an address waits at a time. Whoever is
 * not signed in is told the same of a second one, since anybody may name any address of mail.
 * @throws Refusal 'invalid-address', 'invalid-input', 'rate-limited', 'conflict' of who is signed in, 'busy' where too many wait
 */
export const disputeVerdict = verb([], async (ctx: WriteCtx, input: DisputeInput): Promise<void> => {
  const ip = canonicalAddress(input.ip)
  const explanation = input.explanation.trim()
  if (explanation === '')
    throw refuse('invalid-input', 'Say what is wrong, in words.', { parameter: 'explanation' })
  const user = ctx.scope.kind === 'user' ? ctx.scope.user : null
  const email = user?.email ?? emailOf(input.email ?? '')
  // As the mails are counted that somebody has sent.
  await mayMail(ctx, { to: 'disputes', by: user ? `user ${user.id}` : ctx.caller.network })
  const added = await ctx.letWait({
    ip,
    claim: input.claim,
    explanation,
    email,
    user: user?.id ?? null,
    sender: user ? `user ${user.id}` : `mail ${emailKey(email)}`,
    now: ctx.clock(),
    most: disputeLimits.open,
  })
  if (added === 'full') throw refuse('busy', 'Too many disputes wait for an answer. Try again in a few days.')
  if (added === 'waiting') {
    if (user) throw refuse('conflict', 'A dispute of yours about this address waits for an answer already.')
    return
  }
  await ctx.record({
    workspace: '',
    act: 'dispute.open',
    subject: `dispute ${added.id}`,
    after: `${ip} ${added.claim}`,
  })
  if (input.to === null) return
  try {
    await ctx.sendMail({
      to: input.to,
      subject: `Noisefloor: the verdict on ${ip} is disputed`,
      body: [
        `${email}${user ? '' : ' (nobody confirmed this address)'} writes about ${ip}: ${claimWords[added.claim].toLowerCase()}.`,
        explanation,
        'Answer it here:',
        { link: `${ctx.publicUrl()}/account/disputes` },
      ],
    })
  } catch (error) {
    // It waits all the same, and is listed.
    ctx.log.warn({ err: error, dispute: added.id }, 'nobody could be told of a dispute')
  }
})
