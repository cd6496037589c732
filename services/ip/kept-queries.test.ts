import { describe, expect, test } from 'vitest'
import { openKeptQueries } from './kept-queries.ts'

/** How often it was made so far is what it says. */
function opened() {
  const state = { now: 0, version: 'a', made: 0 }
  const queries = openKeptQueries({ version: () => state.version, clock: () => state.now })
  const ask = (asked: unknown, { ran = true, bytes = 10 } = {}): Promise<number> =>
    queries
      .get(asked, async () => ({ report: { ran, total: (state.made += 1) }, bytes }))
      .then(({ total }) => total)
  return { state, ask, queries }
}

describe('reports of queries', () => {
  test('are given again for five seconds to who asks the same, and made anew then', async () => {
    const { state, ask } = opened()
    expect([await ask({ query: 'a' }), await ask({ query: 'a' }), await ask({ query: 'b' })]).toEqual([
      1, 1, 2,
    ])
    state.now = 4999
    expect(await ask({ query: 'a' })).toBe(1)
    state.now = 5000
    expect(await ask({ query: 'a' })).toBe(3)
    state.now = 1
    expect(await ask({ query: 'a' })).toBe(4)
  })

  test('are made anew as soon as anything changed, also while they were made', async () => {
    const { state, ask, queries } = opened()
    await ask('a')
    state.version = 'b'
    expect(await ask('a')).toBe(2)
    await queries.get('c', async () => {
      state.version = 'c'
      return { report: { ran: true, total: 0 }, bytes: 1 }
    })
    expect(await ask('c')).toBe(3)
  })

  test('are not kept where nothing ran, nor large ones, nor more than sixteen', async () => {
    const { ask } = opened()
    expect([await ask('a', { ran: false }), await ask('a', { bytes: 2 ** 20 }), await ask('a')]).toEqual([
      1, 2, 3,
    ])
    for (let at = 0; at < 16; at += 1) await ask(at)
    expect([await ask(15), await ask('a')]).toEqual([19, 20])
  })

  test('that failed for one are made by the next', async () => {
    const { ask, queries } = opened()
    await expect(queries.get('a', () => Promise.reject(new Error('hung up')))).rejects.toThrow('hung up')
    expect(await ask('a')).toBe(1)
  })
})
