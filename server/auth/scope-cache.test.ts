import { expect, test } from 'vitest'
import { visitorScope, workspaceScope } from '#services/scope.ts'
import type { Plan } from '#model/entitlements.ts'
import type { Scope } from '#services/scope.ts'
import { cachedScopes } from './scope-cache.ts'

const plan = visitorScope({} as Plan).plan
const opens = (keyId: string): Scope => workspaceScope({ workspace: 'w', keyId, publish: false }, plan)

/** Keys that open something, and how often they were asked about. */
function keys(generation: { now: number | null }) {
  const known = new Map<string, Scope>([['right', opens('one')]])
  const asked: string[] = []
  const clock = { now: 0 }
  const ends = { until: Infinity }
  const find = cachedScopes(
    async (secret) => {
      asked.push(secret)
      const scope = known.get(secret)
      return scope && { scope, ...ends }
    },
    { generation: () => generation.now, clock: () => clock.now },
  )
  return { known, asked, clock, ends, find: async (secret: string) => (await find(secret))?.scope }
}

test('a key is asked about once in a minute, and again after it', async () => {
  const { asked, clock, find } = keys({ now: 0 })
  for (const now of [0, 1000, 59_999]) {
    clock.now = now
    expect(await find('right')).toEqual(opens('one'))
  }
  expect(asked).toEqual(['right'])
  clock.now = 60_000
  await find('right')
  expect(asked).toHaveLength(2)
})

test('a key is asked about again at the instant it ends, and when the day ends, with which a plan may', async () => {
  const day = 86_400_000
  for (const [until, began, end] of [
    [10_000, 0, 10_000],
    [Infinity, day - 1000, day],
  ] as const) {
    const { known, clock, ends, find } = keys({ now: 0 })
    ends.until = until
    clock.now = began
    await find('right')
    known.delete('right')
    clock.now = end - 1
    expect(await find('right')).toEqual(opens('one'))
    clock.now = end
    expect(await find('right')).toBeUndefined()
  }
})

test('a revoked key opens nothing at once', async () => {
  const generation = { now: 0 as number | null }
  const { known, find } = keys(generation)
  await find('right')
  known.delete('right')
  generation.now = 1
  expect(await find('right')).toBeUndefined()
})

test('a key that is revoked while it is asked about is not remembered', async () => {
  const generation = { now: 0 as number | null }
  const { known, asked, find } = keys(generation)
  const answered = find('right')
  generation.now = 1
  known.delete('right')
  expect(await answered).toEqual(opens('one'))
  expect(await find('right')).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('while changes of other processes are not heard nothing is remembered', async () => {
  const { asked, find } = keys({ now: null })
  await find('right')
  await find('right')
  expect(asked).toHaveLength(2)
})

test('a wrong key is asked about every time', async () => {
  const { asked, find } = keys({ now: 0 })
  await find('wrong')
  await find('wrong')
  expect(asked).toHaveLength(2)
})
