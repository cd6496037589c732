import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Capture } from './captures.ts'
import { openAppStore } from './open.ts'
import { startTestPostgres } from './testing.ts'
import type { WorkspaceStore } from './workspace.ts'

/** What is kept for one workspace is reached with its id and in no other way. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-workspace-'))
const postgres = await startTestPostgres()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
const now = 1_700_000_000_000

const capture = (workspace: string, id: string): Capture => ({
  id,
  workspace,
  name: `of ${workspace}`,
  sha256: '00',
  bytes: 1,
  shiftMs: 0,
  sessions: 1,
  report: {},
  origin: 'live',
  vantage: 'sensor',
  created: now,
  batch: id,
  sensor: 'capture',
  published: false,
  days: {},
  refused: [],
})

const kind = 'capture-kind'

const repositories = ['captures', 'rules', 'tasks'] as const

/** Everything a workspace's store can be asked, for rows that are another's; a method without a question here fails. */
const asked: {
  [Repository in (typeof repositories)[number]]: {
    [Method in keyof WorkspaceStore[Repository]]: (store: WorkspaceStore, their: string) => Promise<unknown>
  }
} = {
  captures: {
    enter: ({ captures }) => captures.enter(capture('theirs', 'forged')).catch((error: Error) => error),
    get: ({ captures }, their) => captures.get(their),
    list: ({ captures }) => captures.list({ limit: 100 }),
    setKind: ({ captures }, their) => captures.setKind({ id: their, vantage: 'network' }),
  },
  tasks: {
    enqueue: ({ tasks }) => tasks.enqueue({ kind, payload: { mine: true }, now }),
    open: ({ tasks }) => tasks.open(kind),
  },
  rules: {
    list: ({ rules }) => rules.list(),
    put: ({ rules }) => rules.put({ slug: 'mine', rule: 'ttl:1' }),
    remove: ({ rules }) => rules.remove('of-them'),
  },
}

const places: [string, () => Promise<{ file: string } | { url: string }>][] = [
  ['SQLite', async () => ({ file: join(folder, 'app.db') })],
]
if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() })])

test.each(places)(
  'the rows of a second workspace are reached by no method of the first on %s',
  async (_name, place) => {
    const { installation, close } = await openAppStore(await place())
    for (const id of ['ours', 'theirs'])
      await installation.workspaces.create({ id, name: id, publish: false, now })
    const [ours, theirs] = [installation.workspace('ours'), installation.workspace('theirs')]
    await theirs.captures.enter(capture('theirs', 'their-capture'))
    await theirs.tasks.enqueue({ kind, payload: { secret: 'theirs' }, now })
    await theirs.rules.put({ slug: 'of-them', rule: 'http.path:theirs' })
    const kept = async () =>
      JSON.stringify([
        await theirs.captures.list({ limit: 9 }),
        await theirs.tasks.open(kind),
        await theirs.rules.list(),
      ])
    const before = await kept()
    for (const repository of repositories) {
      expect(Object.keys(ours[repository]).toSorted(), 'a method that nobody asks here').toEqual(
        Object.keys(asked[repository]).toSorted(),
      )
      for (const [method, call] of Object.entries(asked[repository])) {
        const answer = await call(ours, 'their-capture')
        const told = answer instanceof Error ? '' : JSON.stringify(answer ?? null)
        expect(told, `${repository}.${method}`).not.toMatch(/theirs|their-capture|of-them/)
      }
    }
    expect(Object.keys(ours).toSorted()).toEqual(['captures', 'id', 'rules', 'tasks'])
    expect(await kept()).toBe(before)
    expect(await installation.captures.has('forged')).toBe(false)
    // What is theirs is there all the same.
    expect(await theirs.captures.get('their-capture')).toMatchObject({ name: 'of theirs', vantage: 'sensor' })
    await close()
  },
)

test('there is no store of a workspace without its id', async () => {
  const { installation, close } = await openAppStore({ file: join(folder, 'other.db') })
  expect(() => installation.workspace('')).toThrow('A workspace has an id.')
  await close()
})
