import { type KeyScope, keyScopes } from '#model/account/key-scope.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { sharedKeyName } from '#store/app/keys.ts'
import { maskedKey } from './key.ts'

/** A key beside the one that members share: for one program, for less, for a time. */
export interface NamedKey {
  id: string
  name: string
  masked: string
  scopes: readonly KeyScope[]
  created: number
  /** 0: never. */
  lastUsed: number
  /** Milliseconds since 1970 UTC; null: never. */
  expires: number | null
  /** Address of the member who made it; "" for one who left. */
  madeBy: string
}

const maxKeys = 50
const maxName = 60
const maxDays = 3650
const day = 86_400_000

/** Newest first. @throws Refusal 'unauthorized', 'forbidden' for a plan without API */
export const listNamedKeys = verb(
  ['user', 'workspace', 'feature-api'],
  async (ctx: Ctx): Promise<NamedKey[]> => {
    const [keys, members] = await Promise.all([
      ctx.workspace.keys.list(ctx.clock()),
      ctx.workspace.people.members(),
    ])
    return keys.flatMap(({ tail, madeBy, ...key }) =>
      isNamed(key)
        ? [
            {
              id: key.id,
              name: key.name,
              masked: maskedKey({ tail }),
              scopes: key.scopes,
              created: key.created,
              lastUsed: key.lastUsed,
              expires: key.expires,
              madeBy: members.find(({ id }) => id === madeBy)?.email ?? '',
            },
          ]
        : [],
    )
  },
)

/** @returns the secret, told this once. @throws Refusal 'invalid-input', 'conflict' for a name that is taken, 'unauthorized', 'forbidden' */
export const addNamedKey = verb(
  ['user', 'workspace', 'feature-api'],
  async (
    ctx: WriteCtx,
    input: { name: string; scopes: readonly KeyScope[]; expiresDays: number | null },
  ): Promise<{ secret: string }> => {
    const name = input.name.trim()
    if (name === '' || name.length > maxName)
      throw refuse('invalid-input', `A key has a name of 1 to ${maxName} characters.`, { parameter: 'name' })
    if (input.scopes.length === 0 || !input.scopes.every((scope) => keyScopes.includes(scope)))
      throw refuse('invalid-input', `scopes: expected some of ${keyScopes.join(', ')}.`, {
        parameter: 'scopes',
      })
    const days = input.expiresDays
    if (days !== null && (!Number.isInteger(days) || days < 1 || days > maxDays))
      throw refuse('invalid-input', `expires_days: expected 1 to ${maxDays}, or nothing.`, {
        parameter: 'expires_days',
      })
    const now = ctx.clock()
    const { key, secret } = await ctx.workspace.keys.add(
      {
        name,
        scopes: input.scopes,
        madeBy: userOf(ctx.scope).id,
        now,
        expires: days === null ? null : now + days * day,
      },
      (keys) => {
        const taken = keys.filter(({ name: of }) => of !== '')
        if (name === sharedKeyName || taken.some((one) => one.name === name))
          throw refuse('conflict', `There is a key "${name}" already.`, { parameter: 'name' })
        if (taken.length >= maxKeys) throw refuse('conflict', `There are ${maxKeys} keys. Remove some first.`)
      },
    )
    const after = `${name} ${maskedKey(key)} (${key.scopes.join(', ')})`
    await ctx.record({ act: 'workspace.key', subject: `key ${key.id}`, after })
    return { secret }
  },
)

/** Ends a key at once. @throws Refusal 'not-found', as for a key of another workspace */
export const removeNamedKey = verb(
  ['user', 'workspace', 'feature-api'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const key = (await ctx.workspace.keys.list(ctx.clock())).find((one) => one.id === id)
    // The server's own and the shared key have their own ways.
    if (!key || !isNamed(key) || !(await ctx.workspace.keys.remove(id)))
      throw refuse('not-found', 'There is no such key.')
    await ctx.record({
      act: 'workspace.key.remove',
      subject: `key ${id}`,
      before: `${key.name} ${maskedKey(key)}`,
    })
  },
)

const isNamed = ({ name }: { name: string }): boolean => name !== '' && name !== sharedKeyName
