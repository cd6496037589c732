import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { migrate } from '../migrations/all.ts'
import type { Analytics } from '../open.ts'
import { exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestShards, type TestShards } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { derived } from './derived.ts'
import { product } from './notes.ts'
import { retag } from './retag.ts'

let opened: TestShards
beforeAll(async () => {
  opened = await openTestShards()
})
afterAll(() => opened.close())

const day = { origin: 'live', day: '2026-03-15' } as const
const tagging = { sql: `if(vantage = 'network', ['any', 'inside'], ['any'])`, params: {} }
const counting = [
  { slug: 'busy', of: 'sessions', atLeast: 3, within: 3600, base: { sql: `vantage = 'sensor'`, params: {} } },
] as const
const sessions = Array.from({ length: 60 }, (_, at) =>
  exampleSession({ from: `198.51.100.${at % 20}`, capture: at % 3 === 0 ? 'changed' : 'other' }),
)
const carried = defineQuery({
  name: 'sessions with their tags',
  params: z.object({}),
  row: z.object({ id: z.string(), vantage: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, vantage, tags FROM {db}.sessions ORDER BY id',
})

async function changedOn(analytics: Analytics) {
  await migrate(analytics)
  await insertSessions(analytics, {
    sessions,
    token: 'one',
    tagsOf: () => ['any', 'busy'],
    within: (append) => addNoted(analytics, { ...day, rules: new Map([[product, 'one']]) }, append),
  })
  const taken = { capture: 'changed', at: 'network' } as const
  await retag(analytics, { ...day, name: 'one', tagging, counting, taken })
  const { ipDay, tagDay } = await derived(analytics)
  return { sessions: await analytics.app.run(carried, {}), ipDay, tagDay }
}

test('a capture of which each shard has sessions changes on both what it changes on one machine', async () => {
  const alone = await changedOn(opened.single)
  expect(alone.sessions.filter(({ tags }) => tags.includes('inside'))).toHaveLength(20)
  expect(alone.sessions.filter(({ tags }) => tags.includes('busy'))).toEqual([])
  expect(await changedOn(opened.cluster)).toEqual(alone)
})
