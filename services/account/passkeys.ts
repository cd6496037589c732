import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { creationOptions, newPasskey, type RelyingParty } from '../sign-in/webauthn.ts'
import { requireConfirmed, requireFresh } from './fresh.ts'
import { tellOwner } from './tell-owner.ts'

const maxPasskeys = 20
const maxName = 100

function requireRoom(kept: number): void {
  if (kept >= maxPasskeys) throw refuse('conflict', `You have ${maxPasskeys} passkeys. Remove one first.`)
}

/** What the browser needs to make a passkey. @throws Refusal 'forbidden', 'conflict' */
export const passkeyOptions = verb(
  ['user'],
  async (
    ctx: WriteCtx,
    { party }: { party: RelyingParty },
  ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
    requireFresh(ctx)
    requireConfirmed(ctx)
    const known = await ctx.account.passkeys.list()
    requireRoom(known.length)
    return creationOptions(party, userOf(ctx.scope), known)
  },
)

/** @throws Refusal 'invalid-input', 'forbidden', 'conflict' */
export const addPasskey = verb(
  ['user'],
  async (
    ctx: WriteCtx,
    input: { party: RelyingParty; challenge: string; name: string; response: RegistrationResponseJSON },
  ): Promise<void> => {
    requireFresh(ctx)
    requireConfirmed(ctx)
    const name = input.name.trim().slice(0, maxName) || 'Passkey'
    const made = await newPasskey(input.party, input.challenge, input.response)
    if (!made) throw refuse('invalid-input', 'This passkey could not be checked. Try again.')
    // Others may have been added since the question was put.
    if (!(await ctx.account.passkeys.add({ ...made, name, created: ctx.clock() }, requireRoom)))
      throw refuse('conflict', 'This passkey is known already.')
    await ctx.record({ act: 'user.passkey', subject: `user ${userOf(ctx.scope).id}`, after: name })
    await tellOwner(ctx, `A passkey, "${name}", opens your account now`)
  },
)

/** @throws Refusal 'forbidden', 'not-found' */
export const removePasskey = verb(['user'], async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
  requireFresh(ctx)
  const found = (await ctx.account.passkeys.list()).find((one) => one.id === id)
  if (!found || !(await ctx.account.passkeys.remove(id)))
    throw refuse('not-found', 'There is no such passkey.')
  await ctx.record({ act: 'user.passkey', subject: `user ${userOf(ctx.scope).id}`, before: found.name })
  await tellOwner(ctx, `The passkey "${found.name}" opens your account no more`)
})
