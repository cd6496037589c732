import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import type { Dispute, OperatorAnswer } from '#model/dispute.ts'
import { openAppStore } from '../open.ts'
import { postgresIfAny } from '../testing.ts'
import type { Disputes } from './disputes.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-disputes-'))
const postgres = await postgresIfAny()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const now = 1_700_000_000_500
const day = 86_400_000
let files = 0
const fresh = () => ({ file: join(folder, `${++files}.db`) })
const places: [string, () => Promise<{ file: string } | { url: string }>][] = [
  ['SQLite', async () => fresh()],
]
if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() })])

const said: Parameters<Disputes['add']>[0] = {
  ip: '192.0.2.1',
  claim: 'never-was',
  explanation: 'It is ours.\n😀',
  email: 'a@example.org',
  user: null,
  sender: 'mail a@example.org',
  now,
  most: 3,
}
const set = { ip: '192.0.2.1', verdict: 'benign', note: 'n', until: null, now, most: 9 } as const

describe.each(places)('disputes on %s', (_name, place) => {
  async function opened() {
    const store = await openAppStore(await place())
    const { disputes } = store.installation
    const waiting = async (of: Partial<typeof said> = {}) =>
      (await disputes.add({ ...said, ...of })) as Dispute
    const answer = async (of: Partial<Parameters<typeof disputes.answer>[0]> = {}) => {
      const { id } = await waiting({ sender: `${Math.random()}` })
      return (await disputes.answer({ ...set, dispute: id, ...of })) as OperatorAnswer
    }
    return { store, disputes, waiting, answer, [Symbol.asyncDispose]: () => store.close() }
  }

  test('of a sender one waits on an address at a time, also of two at once; all of them have a bound', async () => {
    await using at = await opened()
    const both = await Promise.all([at.disputes.add(said), at.disputes.add(said)])
    expect(both.filter((one) => one === 'waiting')).toHaveLength(1)
    expect(await at.disputes.open()).toMatchObject([{ explanation: said.explanation, created: now }])
    await at.waiting({ sender: 'b' })
    expect((await at.waiting({ sender: 'c' })).id).toBeTypeOf('string')
    expect(await at.disputes.add({ ...said, sender: 'd' })).toBe('full')
    const first = both.find((one) => typeof one !== 'string')
    await at.disputes.answer({ ...set, dispute: first?.id ?? '' })
    // Answered, it may be disputed anew.
    expect(await at.disputes.add(said)).toMatchObject({ ip: said.ip })
  })

  test('of two answers at once to one dispute one counts', async () => {
    await using at = await opened()
    const { id } = await at.waiting()
    const both = await Promise.all(
      (['benign', 'unknown'] as const).map((verdict) => at.disputes.answer({ ...set, verdict, dispute: id })),
    )
    expect(both.filter((one) => one === null)).toHaveLength(1)
    expect(await at.disputes.inForce(now)).toHaveLength(1)
    expect(await at.disputes.get(id)).toBeNull()
  })

  test('the newest answer of an address is in force, beside the newest that sets nothing, until it ends or is undone', async () => {
    await using at = await opened()
    const first = await at.answer({ verdict: 'suspicious' })
    const second = await at.answer({ now: now + 1, until: now + day })
    const declined = await at.answer({ now: now + 2, verdict: null })
    const idsAt = async (when: number) => (await at.disputes.inForce(when)).map(({ id }) => id).toSorted()
    expect(await idsAt(now + 3)).toEqual([second.id, declined.id].toSorted())
    expect(second).toMatchObject({ at: 1_700_000_000_000, until: 1_700_086_400_000 })
    expect(await idsAt(now + day)).toEqual([first.id, declined.id].toSorted())
    expect(await at.disputes.undo({ id: second.id, now })).toEqual(second)
    expect(await at.disputes.undo({ id: second.id, now })).toBeNull()
    expect(await idsAt(now + 3)).toEqual([first.id, declined.id].toSorted())
    // What was undone is still known by its id.
    expect(await at.disputes.answersNamed([second.id, 'nobody'])).toEqual([second])
    expect(await at.disputes.answer({ ...set, dispute: (await at.waiting()).id, most: 2 })).toBe('full')
  })

  test('an answer in force says what older ones set when it is undone now, and when it ends', async () => {
    await using at = await opened()
    const olderAt = async (when: number) => (await at.disputes.inForce(when)).map(({ older }) => older)
    const none = { ifUndone: null, ifEnded: null }
    await at.answer({ verdict: 'suspicious', until: now + 9 * day })
    expect(await olderAt(now)).toEqual([none])
    await at.answer({ verdict: 'malicious', until: now + day, now: now + 1 })
    const newest = await at.answer({ verdict: 'benign', until: now + 2 * day, now: now + 2 })
    await at.answer({ verdict: null, now: now + 3 })
    await at.answer({ ip: '192.0.2.2', verdict: 'unknown', now: now + 4 })
    // One of each address and kind speaks of its own alone.
    expect(await olderAt(now + 5)).toEqual([{ ifUndone: 'malicious', ifEnded: 'suspicious' }, none, none])
    expect(await olderAt(now + day)).toEqual([{ ifUndone: 'suspicious', ifEnded: 'suspicious' }, none, none])
    const forever = await at.answer({ verdict: 'benign', now: now + 6 })
    expect((await olderAt(now + 7))[0]).toEqual({ ifUndone: 'benign', ifEnded: null })
    await at.disputes.undo({ id: forever.id, now: now + 8 })
    await at.disputes.undo({ id: newest.id, now: now + 8 })
    expect((await olderAt(now + day))[0]).toEqual(none)
  })

  test('closed ones are forgotten, those that wait and the answers are not; an account takes its own along', async () => {
    await using at = await opened()
    const answer = await at.answer()
    await at.disputes.removeClosed(now + 1)
    await at.waiting()
    const rows = () => at.store.db.selectFrom('disputes').select('id').execute()
    expect(await rows()).toHaveLength(1)
    expect(await at.disputes.answersNamed([answer.id])).toHaveLength(1)
    const user = await at.store.installation.accounts.create({
      email: 'ada@example.org',
      emailVerified: true,
      password: '',
      profile: {},
      offering: null,
      into: { newWorkspace: 'Hers', publish: false },
      now,
    })
    await at.disputes.add({ ...said, user: user?.id ?? '', sender: `user ${user?.id}` })
    expect(await rows()).toHaveLength(2)
    await at.store.installation.account(user?.id ?? '').remove()
    expect(await rows()).toHaveLength(1)
  })
})

test('an answer that is not what was written is in force no more, and a dispute is forgotten', async () => {
  const at = fresh()
  const store = await openAppStore(at)
  const { disputes } = store.installation
  const { id } = (await disputes.add(said)) as Dispute
  await disputes.answer({ ...set, dispute: id })
  await disputes.add({ ...said, sender: 'b' })
  await store.close()
  const raw = new DatabaseSync(at.file)
  raw.exec(`UPDATE operator_answers SET verdict = 'none'; UPDATE disputes SET email = 'b@example.org'`)
  raw.close()
  const again = await openAppStore(at)
  expect(again.lastError).toContain('An answer about 192.0.2.1 was damaged')
  expect(again.lastError).toContain('A dispute of 192.0.2.1 was damaged')
  expect(await again.installation.disputes.inForce(now)).toEqual([])
  expect(await again.installation.disputes.open()).toEqual([])
  await again.close()
})
