import { describe, expect, test } from 'vitest'
import type { Reads } from '#store/analytics/read-only.ts'
import { openReports } from './reports.ts'

const free = async (): Promise<() => void> => () => undefined

const reads = {} as Reads

function reports() {
  const state = { now: 0, generation: 0, asked: 0 }
  const all = openReports({ generation: () => state.generation, clock: () => state.now, reads })
  const get = (input: unknown = null, admit = free): Promise<number> =>
    all.by({ admit, reads }).get({ name: 'report', input, read: async () => (state.asked += 1) })
  return { state, get, all }
}

describe('a report', () => {
  test('is made once for all who ask at the same time', async () => {
    const { state, get } = reports()
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
    expect(state.asked).toBe(1)
  })

  test('is kept for five seconds while nothing changes', async () => {
    const { state, get } = reports()
    await get()
    state.now = 4999
    expect(await get()).toBe(1)
    state.now = 5000
    expect(await get()).toBe(2)
  })

  test('is made anew after a change, once a second at most', async () => {
    const { state, get } = reports()
    await get()
    state.generation = 1
    state.now = 999
    expect(await get()).toBe(1)
    state.now = 1000
    expect(await get()).toBe(2)
  })

  test('that was begun before a change is made anew after it', async () => {
    const { state, all } = reports()
    const asked = { name: 'slow', input: null }
    const made = all.get({ ...asked, read: async () => void (state.generation += 1) })
    await made
    state.now = 1000
    let again = false
    await all.get({ ...asked, read: async () => void (again = true) })
    expect(again).toBe(true)
  })

  test('is another for another input', async () => {
    const { get } = reports()
    expect([await get({ days: 7 }), await get({ days: 30 }), await get({ days: 7 })]).toEqual([1, 2, 1])
  })

  test('that failed for one is made for the next', async () => {
    const { all } = reports()
    const asked = { name: 'report', input: null }
    const fails = all.get({ ...asked, read: () => Promise.reject(new Error('away')) })
    const works = all.get({ ...asked, read: async () => 'there' })
    await expect(fails).rejects.toThrow('away')
    expect(await works).toBe('there')
  })

  test('waits for nobody who was not admitted himself', async () => {
    const { state, get } = reports()
    const stuck = get(null, () => new Promise(() => undefined))
    expect(await get()).toBe(1)
    expect(state.asked).toBe(1)
    void stuck
  })

  test('that takes longer than anything stays the same is made once for all who wait for it', async () => {
    const { state, all } = reports()
    let asked = 0
    const read = async (): Promise<number> => {
      await new Promise((tick) => setTimeout(tick, 5))
      state.generation += 1
      state.now += 10_000
      return (asked += 1)
    }
    const get = (): Promise<number> => all.get({ name: 'slow', input: null, read })
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
    expect(asked).toBe(1)
  })

  test('is made anew at once after a change on purpose, also where it was begun before', async () => {
    const { all } = reports()
    let stored = 'before'
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const asked = { name: 'report', input: null }
    const slow = all.get({
      ...asked,
      async read() {
        const read = stored
        begun.resolve()
        await end.promise
        return read
      },
    })
    await begun.promise
    stored = 'after'
    all.changed()
    // While the one of before is still being made.
    expect(await all.get({ ...asked, read: async () => stored })).toBe('after')
    end.resolve()
    expect(await slow).toBe('before')
    expect(await all.get({ ...asked, read: async () => 'asked again' })).toBe('after')
  })

  describe('that tells of everything at once', () => {
    const large = (isVersioned = false) => {
      const { state, all } = reports()
      let wait: Promise<void> | undefined
      const get = (input: unknown = null): Promise<number> =>
        all.get({
          name: 'large',
          input,
          isLarge: true,
          isVersioned,
          async read() {
            await wait
            state.now += 100
            return (state.asked += 1)
          },
        })
      const tick = (): Promise<void> => new Promise((done) => setImmediate(done))
      return { state, get, tick, waitFor: (one: Promise<void> | undefined) => void (wait = one) }
    }

    test('is kept for half a minute while nothing changes', async () => {
      const { state, get } = large()
      await get()
      state.now = 29_999
      expect(await get()).toBe(1)
      state.now = 30_000
      expect(await get()).toBe(2)
    })

    test('is made anew after a change when twenty times its time has passed, by one, while others get what stands', async () => {
      const { state, get, tick, waitFor } = large()
      await get()
      state.generation = 1
      state.now = 1999
      await get()
      await tick()
      expect(state.asked).toBe(1)
      const { promise, resolve } = Promise.withResolvers<void>()
      waitFor(promise)
      state.now = 2000
      expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
      resolve()
      await tick()
      expect(await get()).toBe(2)
      expect(state.asked).toBe(2)
    })

    test('of another input is waited for, and stands in the place of the one before', async () => {
      const { get } = large()
      expect([await get('a'), await get('b'), await get('a')]).toEqual([1, 2, 3])
    })

    test('and has a version is kept as long as that is, whatever changes and is made besides', async () => {
      const { state, get } = large(true)
      await get('v1')
      state.generation = 1
      state.now = 3_600_000
      expect([await get('v1'), await get('v2')]).toEqual([1, 2])
    })
  })
})
