import { expect, test } from 'vitest'
import { cached } from './cached.ts'

const answer = { actors: [], cves: [], tags: [], vpnServices: [] }

test('the store is asked once a minute, however many wait', async () => {
  let [now, asked] = [1000, 0]
  const get = cached(
    async () => {
      asked++
      return answer
    },
    () => now,
  )
  await Promise.all([get(), get(), get()])
  expect(asked).toBe(1)
  now += 59_999
  await get()
  expect(asked).toBe(1)
  now += 1
  await get()
  expect(asked).toBe(2)
  now -= 3_600_000
  await get()
  expect(asked).toBe(3)
})

test('a failure is not cached', async () => {
  let asked = 0
  const get = cached(
    async () => {
      asked++
      if (asked === 1) throw new Error('away')
      return answer
    },
    () => 0,
  )
  await expect(get()).rejects.toThrow('away')
  expect(await get()).toBe(answer)
})
