import { afterAll, describe, expect, test } from 'vitest'
import { noTotals } from '#model/analysis.ts'
import { analysisTask, type EnteredAnalysis } from './analyses.ts'
import { openAppStore } from './open.ts'
import { testDatabases } from './testing.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = Date.UTC(2026, 2, 15, 12)
const entered = (id: string, changes: Partial<EnteredAnalysis> = {}): EnteredAnalysis => ({
  id,
  user: 'ada',
  kind: 'ips',
  name: 'a list',
  fileName: 'a.txt',
  bytes: 5_000_000_000,
  input: `input of ${id}`,
  shared: false,
  created: now,
  expires: now + 1000,
  ...changes,
})
const totals = { ...noTotals, submitted: 7, unique: 3 }

describe.each(places)('analyses on %s', (_name, place) => {
  async function opened() {
    const store = await openAppStore(await place())
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const { id } = await store.installation.workspaces.create({ name, publish: false, now })
        return store.installation.workspace(id)
      }),
    )
    return { ...store, one: one!, other: other!, [Symbol.asyncDispose]: () => store.close() }
  }

  test('one that is entered waits, with a task to do it', async () => {
    await using store = await opened()
    await store.one.analyses.enter(entered('1'))
    expect(await store.one.analyses.get('1', now)).toMatchObject({
      ...entered('1'),
      state: 'queued',
      read: 0,
      totals: noTotals,
      result: '',
      error: '',
    })
    expect(await store.one.tasks.open(analysisTask)).toMatchObject([{ payload: { analysis: '1' } }])
    expect(await store.one.analyses.open(now)).toBe(1)
    expect(await store.one.analyses.open(now + 1000), 'past its time').toBe(0)
  })

  test('those of another workspace can be neither seen nor changed', async () => {
    await using store = await opened()
    await store.one.analyses.enter(entered('1', { shared: true }))
    const { analyses } = store.other
    expect([await analyses.get('1', now), await analyses.open(now)]).toEqual([null, 0])
    expect(await analyses.list({ user: 'ada', kind: 'ips', now, limit: 10 })).toEqual([])
    await analyses.change('1', { name: 'mine' })
    expect(await analyses.progress('1', { read: 1, totals })).toBe(false)
    expect(await analyses.finish('1', { state: 'failed', totals, result: '', error: 'x' })).toBe(false)
    await analyses.remove('1')
    expect(await store.one.analyses.get('1', now)).toMatchObject({ name: 'a list', state: 'queued' })
  })

  test('a list holds what somebody made and what others share, newest first, page by page', async () => {
    await using store = await opened()
    const { analyses } = store.one
    await analyses.enter(entered('1'))
    await analyses.enter(entered('2', { user: 'bob' }))
    await analyses.enter(entered('3', { user: 'bob', shared: true }))
    await analyses.enter(entered('4', { kind: 'cves' }))
    await analyses.enter(entered('5', { user: '', shared: true }))
    const ids = async (of: { limit: number; before?: string }) =>
      (await analyses.list({ user: 'ada', kind: 'ips', now, ...of })).map(({ id }) => id)
    expect(await ids({ limit: 10 })).toEqual(['5', '3', '1'])
    expect(await ids({ limit: 1, before: '5' })).toEqual(['3'])
    await analyses.change('3', { shared: false })
    expect(await ids({ limit: 10 })).toEqual(['5', '1'])
  })

  test('a row that is not what was written is left out, and keeps nobody from the others', async () => {
    await using store = await opened()
    const { analyses } = store.one
    await analyses.enter(entered('1'))
    await analyses.enter(entered('2'))
    for (const damage of [{ totals: '{"submitted":' }, { totals: '{}' }, { state: 'done' }, { kind: 'x' }]) {
      await store.db.updateTable('analyses').set(damage).where('id', '=', '1').execute()
      expect(await analyses.get('1', now)).toBeNull()
    }
    const list = await analyses.list({ user: 'ada', kind: 'ips', now, limit: 10 })
    expect(list.map(({ id }) => id)).toEqual(['2'])
  })

  test('tasks of workspaces that have had their turn are left to later', async () => {
    await using store = await opened()
    await store.one.analyses.enter(entered('1'))
    await store.other.analyses.enter(entered('2'))
    const take = (without: string[]) =>
      store.installation.tasks.take({ kinds: [analysisTask], now, leaseMs: 100, limit: 1, without })
    expect((await take([store.one.id])).map(({ workspace }) => workspace)).toEqual([store.other.id])
    expect(await take([store.one.id])).toEqual([])
    expect((await take([])).map(({ workspace }) => workspace)).toEqual([store.one.id])
  })

  test('what is over stays as it ended', async () => {
    await using store = await opened()
    const { analyses } = store.one
    await analyses.enter(entered('1'))
    expect(await analyses.progress('1', { read: 4, totals })).toBe(true)
    expect(await analyses.get('1', now)).toMatchObject({ state: 'running', read: 4, totals })
    expect(await analyses.finish('1', { state: 'completed', totals, result: 'r', error: '', read: 9 })).toBe(
      true,
    )
    expect(await analyses.progress('1', { read: 5, totals: noTotals })).toBe(false)
    expect(await analyses.finish('1', { state: 'cancelled', totals, result: '', error: '' })).toBe(false)
    expect(await analyses.get('1', now)).toMatchObject({
      state: 'completed',
      read: 9,
      totals,
      input: '',
      result: 'r',
    })
    expect(await analyses.open(now)).toBe(0)
  })

  test('those past their time are told with their files, and all of a workspace that is removed', async () => {
    await using store = await opened()
    const { installation, one, other } = store
    await one.analyses.enter(entered('1'))
    await one.analyses.finish('1', { state: 'completed', totals, result: 'result', error: '' })
    await other.analyses.enter(entered('2', { expires: now + 1_000_000_000 }))
    const files = ['result']
    expect(await installation.analyses.expired({ now: now + 1000, limit: 10 })).toEqual([
      { id: '1', workspace: one.id, files },
    ])
    expect(await installation.analyses.files()).toEqual(new Set([...files, 'input of 2']))
    await other.removal.ask({ due: now, askedBy: 'ada' })
    await installation.workspaces.removeDue(now)
    await one.analyses.remove('1')
    expect(await installation.analyses.expired({ now, limit: 10 })).toMatchObject([{ id: '2' }])
  })

  test('a lease that is held for longer is given to nobody else meanwhile', async () => {
    await using store = await opened()
    await store.one.analyses.enter(entered('1'))
    const { tasks } = store.installation
    const take = (at: number) => tasks.take({ kinds: [analysisTask], now: at, leaseMs: 100, limit: 1 })
    const [task] = await take(now)
    expect(await tasks.renew(task!, now + 1000)).toBe(true)
    expect(await take(now + 500)).toEqual([])
    const [again] = await take(now + 1000)
    expect(again?.attempt).toBe(2)
    expect(await tasks.renew(task!, now + 5000)).toBe(false)
  })
})
