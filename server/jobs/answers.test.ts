import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dispute, noOlder, type OperatorAnswer } from '#model/dispute.ts'
import type { Reports } from '#services/reports.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { answersInForce, writeAnswers } from '#store/analytics/evidence/answers.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { answers } from './answers.ts'

let statements = 0
let [folder, analytics, store] = ['', {} as TestAnalytics, {} as AppStore]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-answers-'))
  analytics = await openTestAnalytics({ onStatement: () => void (statements += 1) })
  store = await openAppStore({ file: join(folder, 'app.db') })
})
afterAll(async () => {
  await store.close()
  await analytics.close()
  await rm(folder, { recursive: true, force: true })
})

const dayMs = 86_400_000
let now = Date.UTC(2026, 2, 15, 12)
const inForce = async (): Promise<string[]> => (await answersInForce(analytics)).map(({ ip }) => ip).sort()

const followers = async () => (await answersInForce(analytics)).map(({ older }) => older)

let senders = 0
async function answer(ip: string, until: number | null): Promise<OperatorAnswer> {
  const { disputes } = store.installation
  const sender = String(++senders)
  const said = {
    ip,
    claim: 'never-was',
    explanation: 'It is ours.',
    email: 'a@example.org',
    user: null,
  } as const
  const { id } = (await disputes.add({ ...said, sender, now, most: 9 })) as Dispute
  const of = { ip, verdict: 'benign', note: 'n', until, now, most: 9 } as const
  return (await disputes.answer({ ...of, dispute: id })) as OperatorAnswer
}

test('the engine is asked of answers only when they changed, or it was written to since', async () => {
  const { run } = answers(
    {
      analytics,
      installation: store.installation,
      reports: { changed: () => undefined } as Reports,
      clock: () => now,
    },
    () => undefined,
  )
  /** Whether a round a minute later changed anything, and what it sent to the engine. */
  const round = async (): Promise<[changed: boolean, asked: boolean]> => {
    now += 60_000
    statements = 0
    return [await run(new AbortController().signal), statements > 0]
  }
  // The first look may find what a process that died left.
  expect(await round()).toEqual([false, true])
  expect(await round()).toEqual([false, false])

  const [ends, stays] = [await answer('192.0.2.1', now + dayMs), await answer('192.0.2.2', null)]
  expect(await round()).toEqual([true, true])
  expect(await inForce()).toEqual([ends.ip, stays.ip])
  expect(await round()).toEqual([false, true])
  expect(await round()).toEqual([false, false])

  // One ends on its day.
  now += dayMs
  expect(await round()).toEqual([true, true])
  expect(await inForce()).toEqual([stays.ip])
  expect([await round(), await round()]).toEqual([
    [false, true],
    [false, false],
  ])

  // Of an address one holds and an older one ends: what is in force is the same, and what follows it is not.
  await answer(stays.ip, now + 2 * dayMs)
  expect(await round()).toEqual([true, true])
  expect(await followers()).toEqual([{ ifUndone: 'benign', ifEnded: 'benign' }])
  await store.installation.disputes.undo({ id: stays.id, now })
  expect(await round()).toEqual([true, true])
  expect(await followers()).toEqual([noOlder])
  expect([await round(), await round()]).toEqual([
    [false, true],
    [false, false],
  ])

  // What the engine holds is another than what is in force, though that did not change.
  await writeAnswers(analytics, { answers: [], now })
  expect(await round()).toEqual([true, true])
  expect(await inForce()).toEqual([stays.ip])
})
