import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuse } from '#model/errors.ts'
import type { Session } from '#model/session.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'
import { openSpool } from '../spool/spool.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { startDrain } from './drain.ts'
import { refusedForGood } from './permanent-errors.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const id = (index: number): string => index.toString(16).padStart(32, '0')

/** What the engine says when these sessions are stored; null when it takes them. */
const errorOf = (sessions: Session[]): Promise<unknown> =>
  insertSessions(analytics, { sessions, token: crypto.randomUUID() }).then(
    () => null,
    (error: unknown) => error,
  )

/** Values no honest dissector yields, as damage or a mistake of ours might. */
const unreadable: [string, object][] = [
  ['a text for a number', { ttl: 'many' }],
  ['an address that is none', { source: { ip: 'nowhere', port: 1, bytes: 1, packets: 1 } }],
  ['a text for a time', { lastPacket: 'tomorrow' }],
  ['no endpoint', { destination: null }],
]

test.each(unreadable)('%s is refused for good', async (_name, changes) => {
  const error = await errorOf([Object.assign(sampleSession(id(1)), changes)])
  expect(error).toBeInstanceOf(Error)
  expect(refusedForGood(error)).toBe(true)
})

test('what concerns every session alike is waited out', async () => {
  const broken = await analytics.app
    .command('INSERT INTO {db}.sessions (no_such_column) SELECT 1')
    .catch((error: unknown) => error)
  expect(broken).toBeInstanceOf(Error)
  expect(refusedForGood(broken)).toBe(false)
  expect(refusedForGood(refuse('busy'))).toBe(false)
  expect(refusedForGood(refuse('rate-limited'))).toBe(false)
  expect(refusedForGood(new Error('connect ECONNREFUSED'))).toBe(false)
  expect(refusedForGood(refuse('invalid-input'))).toBe(true)
})

test('one session the engine cannot read goes to quarantine, its thousand neighbours into the table', async () => {
  await using folder = await scratchFolder()
  const spool = await openSpool({ dir: folder.path, clock: Date.now, minFreeBytes: 0 })
  const drain = await startDrain({
    spool,
    clock: Date.now,
    store: ({ sessions, token }) => insertRows(analytics, { rows: sessions, token }),
  })
  const batch = await spool.begin('mixed')
  if (batch.kind !== 'open') throw new Error('fresh')
  const sessions = Array.from({ length: 1001 }, (_, index) => sampleSession(id(1000 + index)))
  Object.assign(sessions[700] ?? {}, { ttl: 'many' })
  await batch.append(sessions)
  await batch.commit({})
  await drain.idle()
  expect(drain.status()).toMatchObject({ quarantined: 1, storedSessions: 1000, undrainedSessions: 0 })
  await drain.stop()
  await spool.close()
})
