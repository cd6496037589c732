import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { documents } from '#gnql/testing/generate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { silent } from '#store/log.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openMemoryIndex, type MemoryIndex } from './open.ts'

/** Several who ask at once, and those who leave before their answer. */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const all: Predicate = { kind: 'all' }
const nothingElse = { columns: [], top: 0, size: 10_000 }

let analytics: TestAnalytics
let index: MemoryIndex
const known = new Map<string, IpDocument>()
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await write(analytics, known, fc.sample(documents(now), { numRuns: 100, seed: 7 }).map(stored), [], 1)
  index = openMemoryIndex(analytics, { maxDocuments: 1_000_000, log: silent })
  while (index.state() !== 'ready') await new Promise((tick) => setTimeout(tick, 20))
})
afterAll(async () => {
  await index.close()
  await analytics.close()
})

test('who only counts may count again: an answer without records costs no thread', async () => {
  for (let again = 0; again < 3; again++) {
    expect((await index.search(all, { columns: [], top: 0, size: 0 }))?.total).toBe(known.size)
    expect(index.documents([])).not.toBeNull()
  }
  expect(index.state()).toBe('ready')
})

test('a look-up and who else shows a value wait for none of the questions that were there before', async () => {
  const order: string[] = []
  const said =
    (name: string) =>
    (found: unknown): void =>
      void (found && order.push(name))
  // More than the thread is given at once.
  const questions = Array.from({ length: 20 }, () => index.search(all, nothingElse).then(said('question')))
  const [ip = ''] = known.keys()
  expect(index.documents([ip])?.ends).toHaveLength(1)
  expect(order).toHaveLength(0)
  const holders = index.holders([{ column: 'tls_ja4', values: ['x'] }]).then(said('holders'))
  await Promise.all([...questions, holders])
  expect(order).toHaveLength(21)
  expect(order.at(-1)).toBe('question')
})

test('an asker who hung up is not answered', async () => {
  expect(await index.search(all, { ...nothingElse, signal: AbortSignal.abort() })).toBeNull()
})

test('whoever hangs up while several ask ends nobody else’s question, nor the next one', async () => {
  const askers = Array.from({ length: 30 }, () => {
    const hangUp = new AbortController()
    return { hangUp, answer: index.search(all, { ...nothingElse, signal: hangUp.signal }) }
  })
  for (const [at, { hangUp }] of askers.entries()) if (at % 3 !== 1) hangUp.abort()
  const answers = await Promise.all(askers.map(({ answer }) => answer))
  const totals = answers.filter((_, at) => at % 3 === 1).map((answer) => answer?.total)
  expect(new Set(totals)).toEqual(new Set([known.size]))
})
