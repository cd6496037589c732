import { refuse } from '#model/errors.ts'
import { type ApiKey, sharedKeyName } from '#store/app/keys.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'

/** The key that members of a workspace share, as it is shown after it was made. */
export interface KeySeen {
  /** "nf_••••abcd"; null while there is none. */
  masked: string | null
  created: number | null
  /** 0: never. */
  lastUsed: number
  /** Address of the member who made it; "" for one who left. */
  madeBy: string
  /** Keys before it that still work, and until when. */
  former: { masked: string; expires: number }[]
}

const maxOverlapDays = 7

export const maskedKey = ({ tail }: Pick<ApiKey, 'tail'>): string => `nf_••••${tail}`

/** @throws Refusal 'unauthorized' for who is not signed in, 'forbidden' for a plan without API */
export const getWorkspaceKey = verb(
  ['user', 'workspace', 'feature-api'],
  async (ctx: Ctx): Promise<KeySeen> => {
    const [keys, members] = await Promise.all([
      ctx.workspace.keys.list(ctx.clock()),
      ctx.workspace.people.members(),
    ])
    const shared = keys.filter(({ name }) => name === sharedKeyName)
    const current = shared.find(({ expires }) => expires === null)
    return {
      masked: current ? maskedKey(current) : null,
      created: current?.created ?? null,
      lastUsed: current?.lastUsed ?? 0,
      madeBy: members.find(({ id }) => id === current?.madeBy)?.email ?? '',
      former: shared.flatMap((key) =>
        key.expires === null ? [] : [{ masked: maskedKey(key), expires: key.expires }],
      ),
    }
  },
)

/**
 * Makes a new key in the place of the present one, which goes on working for so many days, 0 to 7. @returns the secret, told this once
 * @throws Refusal 'invalid-input', 'unauthorized', 'forbidden'
 */
export const rotateWorkspaceKey = verb(
  ['user', 'workspace', 'feature-api'],
  async (
    ctx: WriteCtx,
    { overlapDays = 0 }: { overlapDays?: number | undefined },
  ): Promise<{ secret: string }> => {
    if (!Number.isInteger(overlapDays) || overlapDays < 0 || overlapDays > maxOverlapDays)
      throw refuse('invalid-input', `overlap_days: expected 0 to ${maxOverlapDays}.`, {
        parameter: 'overlap_days',
      })
    const { key, secret } = await ctx.workspace.keys.rotate({
      name: sharedKeyName,
      madeBy: userOf(ctx.scope).id,
      now: ctx.clock(),
      overlapMs: overlapDays * 86_400_000,
    })
    await ctx.record({ act: 'workspace.key', subject: `key ${key.id}`, after: maskedKey(key) })
    return { secret }
  },
)
