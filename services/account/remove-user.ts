import { refuse } from '#model/errors.ts'
import type { OwnAccount } from '#store/app/accounts/own-account.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { requireFresh } from './fresh.ts'

/**
 * Removes the caller's account. Workspaces in which others are must be handed over first; those that nobody else is in lose their last
 * member, and their data age out with the retention.
 * @throws Refusal 'forbidden' where the sign-in is not fresh, 'conflict' while a workspace with others in it is theirs
 */
export const removeUser = verb(['user'], async (ctx: WriteCtx): Promise<void> => {
  const { id } = userOf(ctx.scope)
  requireFresh(ctx)
  await refuseWhileOthersNeed(ctx.account)
  await removeWhole(ctx.account)
  await ctx.record({ act: 'user.remove', subject: `user ${id}` })
})

/** @throws Refusal 'conflict' */
export async function refuseWhileOthersNeed(account: OwnAccount): Promise<void> {
  for (const { id, name, isOwner } of await account.workspaces())
    if (isOwner && (await account.othersIn(id)) > 0)
      throw refuse(
        'conflict',
        `The owner of the workspace "${name}", in which others are, stays. Hand it over first.`,
      )
}

/** @throws Refusal 'conflict' where somebody was faster */
export async function removeWhole(account: OwnAccount): Promise<void> {
  if (!(await account.remove()))
    throw refuse('conflict', 'Somebody has joined a workspace of this account just now. Hand it over first.')
}
