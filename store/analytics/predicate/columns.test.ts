import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { registries } from '#gnql/registry/registries.ts'
import { countDocuments } from '../ips/count.ts'
import type { Analytics } from '../open.ts'
import { countSessions } from '../sessions/list.ts'
import { scopeOf } from '../sessions/scope.ts'
import { openTestAnalytics } from '../testing.ts'

let analytics: Analytics

beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const textTests: Test[] = [
  { op: 'equals', value: 'a' },
  { op: 'like', pattern: ['a', { wildcard: '*' }] },
  { op: 'text-range', from: { value: 'a', inclusive: true } },
]
const numberTests: Test[] = [
  { op: 'number-equals', value: 80 },
  { op: 'number-range', from: { value: 1, inclusive: false } },
]
const testsOf: Record<Column['shape'], Test[]> = {
  text: textTests,
  'text-list': textTests,
  'pair-text': textTests,
  number: numberTests,
  'number-list': numberTests,
  'pair-number': numberTests,
  boolean: [{ op: 'is', value: true }],
  time: [{ op: 'time-range', from: 1, to: 2 }],
  ip: [{ op: 'ip-range', from: '0'.repeat(32), to: '0'.repeat(32) }],
}

const everyTest = (columns: readonly Column[]): Predicate => ({
  kind: 'or',
  operands: columns.flatMap((column) =>
    [...testsOf[column.shape], { op: 'exists' } as const].map(
      (test) => ({ kind: 'test', column, test }) as const,
    ),
  ),
})

describe('every column a registry names', () => {
  it('stands in the document table with a fitting type', async () => {
    for (const { name, columns } of registries.ip.fields)
      expect(await countDocuments(analytics, everyTest(columns)), name).toBe(0)
  })

  it('stands in the session table with a fitting type', async () => {
    const scope = scopeOf({ workspace: 'nobody' })
    for (const { name, columns } of registries.session.fields)
      expect(await countSessions(analytics, scope, everyTest(columns)), name).toBe(0)
  })
})
