import { array, assert, boolean, nat, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Caller, callerOf, callerOfSensor, callerOfTransporter } from './caller.ts'
import type { Counts } from './counts.ts'
import { openLimits } from './limits.ts'
import { type LimitName, limitNames, limitTable } from './table.ts'

const refusing = limitNames.filter(
  (name) =>
    limitTable[name].total !== Infinity && name !== 'connections' && !('takesTurns' in limitTable[name]),
)
const amountOf = (limit: LimitName): number => (limit === 'body-bytes' ? 1_000_000 : 1)

/** As many sensors of a workspace as it likes, each taking all it gets. @returns what gives back the last one taken */
function takeAllOf(counts: Counts, limit: LimitName, workspace: string): (() => void)[] {
  const taken: (() => void)[] = []
  for (let n = 0; n < 3000; n++) {
    const sensor = callerOfSensor({ id: `${workspace}-${n}`, workspace })
    let full = counts.full(limit, sensor, amountOf(limit))
    if (full !== null) return taken
    for (; full === null; full = counts.full(limit, sensor, amountOf(limit)))
      taken.push(counts.take(limit, sensor, amountOf(limit)))
  }
  throw new Error('there is no end')
}

describe('sensors of one workspace', () => {
  test.each(refusing)('leave room of %s for another workspace, however many they are', (limit) => {
    const { counts } = openLimits(limitTable)
    takeAllOf(counts, limit, 'loud')
    const quiet = callerOfSensor({ id: 'quiet', workspace: 'quiet' })
    expect(counts.full(limit, quiet, amountOf(limit))).toBeNull()
  })

  test('are told that it is their workspace’s count, and what to do', () => {
    const { counts } = openLimits(limitTable)
    takeAllOf(counts, 'uploads', 'loud')
    expect(() => counts.take('uploads', callerOfSensor({ id: 'one more', workspace: 'loud' }))).toThrow(
      'The limit "uploads" for your workspace is 12 uploads at once, and the count is 12. Send one capture after the other.',
    )
  })

  test('do not get a place that was given back before a workspace that has less', () => {
    const { counts } = openLimits(limitTable)
    const held = new Map(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, takeAllOf(counts, 'uploads', name)]),
    )
    const late = callerOfSensor({ id: '1', workspace: 'late' })
    expect(counts.full('uploads', late)).toMatchObject({ of: 'all' })
    held.get('a')?.pop()?.()
    for (const workspace of ['a', 'b', 'c'])
      expect(counts.full('uploads', callerOfSensor({ id: 'more', workspace }))).toMatchObject({
        of: 'workspace',
      })
    expect(counts.full('uploads', late)).toBeNull()
  })

  test('count with the keys, people and transporters of their workspace', () => {
    const { counts } = openLimits({ ...limitTable, uploads: { address: 0, key: 9, total: 4 } })
    const one = { id: 's', workspace: 'one' }
    const key = { kind: 'workspace', workspace: 'one', keyId: 'k' } as Parameters<typeof callerOf>[0]
    for (const caller of [
      callerOfSensor(one),
      callerOfTransporter({ ...one, profile: 'p' }),
      callerOf(key, ''),
    ])
      counts.take('uploads', caller)
    expect(counts.full('uploads', callerOfSensor({ ...one, id: 't' }))).toMatchObject({
      of: 'workspace',
      now: 3,
    })
  })
})

test('whoever has nothing is refused only where nothing is left, and all is given back', () => {
  const callers = Array.from({ length: 6 }, (_, n): Caller =>
    callerOfSensor({ id: `${n}`, workspace: `${n % 3}` }),
  )
  assert(
    property(array(tuple(nat(callers.length - 1), boolean()), { maxLength: 200 }), (steps) => {
      const { counts } = openLimits({ ...limitTable, uploads: { address: 0, key: 12, total: 12 } })
      const held: { caller: Caller; leave: () => void }[] = []
      for (const [at, comes] of steps) {
        const caller = callers[at] as Caller
        if (!comes) held.splice(0, 1).forEach(({ leave }) => leave())
        else if (counts.full('uploads', caller) === null)
          held.push({ caller, leave: counts.take('uploads', caller) })
        else {
          const own = held.filter(({ caller: { workspace } }) => workspace === caller.workspace).length
          if (own === 0) expect(held).toHaveLength(12)
        }
      }
      for (const { leave } of held) leave()
      expect([counts.groups(), counts.inUse('uploads')]).toEqual([0, 0])
    }),
  )
})
