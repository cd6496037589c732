import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fewSessions } from './segment.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'
import { sampleSession, scratchFolder } from './testing.ts'

/** What comes last and is little goes before a backlog. */

const bounds = { sessions: 3 * fewSessions, bytes: 2 ** 24 }
const open = (dir: string, more: Partial<SpoolOptions> = {}) =>
  openSpool({
    dir,
    clock: Date.now,
    minFreeBytes: 0,
    rangeBounds: bounds,
    batchMemoryBytes: 2 ** 16,
    ...more,
  })

async function deliver(spool: Spool, id: string, count: number): Promise<void> {
  const batch = await spool.begin(id)
  if (batch.kind !== 'open') throw new Error('fresh')
  await batch.append(Array.from({ length: count }, (_, at) => sampleSession(`${id}-${at}`)))
  await batch.commit({})
}

/** The batches of the next range, which is stored; "" when there is none. */
async function next(spool: Spool): Promise<string> {
  const range = await spool.take()
  const sessions = (await range?.sessions()) ?? []
  await range?.finish()
  return [...new Set(sessions.map(({ id }) => id.split('-')[0]))].join(' ')
}

const taken = async (spool: Spool, times: number): Promise<string[]> => {
  const batches: string[] = []
  for (let at = 0; at < times; at += 1) batches.push(await next(spool))
  return batches
}

describe('of a backlog', () => {
  test('a single session that comes last is taken after one range at most, and the backlog goes on in between', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    await deliver(spool, 'large', 10_000)
    await deliver(spool, 'first', 1)
    expect(await taken(spool, 3)).toEqual(['large', 'first', 'large'])
    await deliver(spool, 'second', 1)
    await deliver(spool, 'other', 5000)
    await deliver(spool, 'third', 1)
    expect(await taken(spool, 5)).toEqual(['large', 'third', 'large', 'second', 'large'])
    expect(spool.status().undrainedSessions).toBeGreaterThan(5000)
    const rest = await taken(spool, 20)
    expect(rest.filter((each) => each !== '' && each !== 'large' && each !== 'other')).toEqual([])
    expect(spool.status()).toMatchObject({ undrainedSessions: 0, undrainedBytes: 0, oldestAt: null })
    await spool.close()
  })

  test('what came last goes first while all of it is little, and what is no backlog goes in order', async () => {
    await using folder = await scratchFolder()
    let now = 1_700_000_000_000
    const spool = await open(folder.path, { clock: () => now })
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await deliver(spool, id, fewSessions)
      now += 2000
    }
    expect(await taken(spool, 6)).toEqual(['a b c', 'h', 'd e f', 'g', '', ''])
    for (const id of ['i', 'j', 'k']) await deliver(spool, id, 400)
    expect(await taken(spool, 2)).toEqual(['i j k', ''])
    await spool.close()
  })
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ deliver: fc.constantFrom(1, 40, 450, 1200, 4000) }) },
  { weight: 4, arbitrary: fc.record({ store: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ store: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ reopen: fc.constant(true) }) },
)

test('whatever comes, is stored or begun, and however often the spool is opened again, each session is stored once and a token means the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await using folder = await scratchFolder()
      let now = 1_700_000_000_000
      const options = { clock: () => (now += 300), segmentBytes: 2 ** 16 }
      let spool = await open(folder.path, options)
      const stored = new Map<string, string>()
      let [delivered, batches] = [0, 0]
      let begun: { token: string; ids: string } | null = null
      async function store(isFinished: boolean): Promise<boolean> {
        const range = await spool.take()
        if (!range) return false
        const sessions = await range.sessions()
        expect(sessions).toHaveLength(range.sessionCount)
        const ids = sessions.map(({ id }) => id).join()
        if (begun) expect({ token: range.token, ids }).toEqual(begun)
        begun = isFinished ? null : { token: range.token, ids }
        if (!isFinished) return true
        expect(stored.has(range.token)).toBe(false)
        stored.set(range.token, ids)
        await range.finish()
        return true
      }
      const count = (): number => [...stored.values()].reduce((sum, ids) => sum + ids.split(',').length, 0)
      for (const each of steps) {
        if ('deliver' in each) {
          await deliver(spool, `b${(batches += 1)}`, each.deliver)
          delivered += each.deliver
        } else if ('store' in each) await store(each.store)
        else {
          await spool.close()
          spool = await open(folder.path, options)
        }
        expect(spool.status().undrainedSessions).toBe(delivered - count())
      }
      while (await store(true));
      const ids = [...stored.values()].flatMap((some) => some.split(','))
      expect(ids).toHaveLength(delivered)
      expect(new Set(ids).size).toBe(delivered)
      expect(spool.status()).toMatchObject({ undrainedSessions: 0, undrainedBytes: 0 })
      await spool.close()
    }),
    { numRuns: 12 },
  )
})
