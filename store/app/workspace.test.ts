import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noTotals } from '#model/analysis.ts'
import type { EnteredAnalysis } from './analyses.ts'
import type { EnteredPcap } from './pcaps.ts'
import type { Capture } from './captures.ts'
import { openAppStore } from './open.ts'
import { postgresIfAny } from './testing.ts'
import type { WorkspaceStore } from './workspace.ts'

/** What is kept for one workspace is reached with its id and in no other way. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-workspace-'))
const postgres = await postgresIfAny()
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

const analysis = (id: string, user = 'us'): EnteredAnalysis => ({
  id,
  user,
  kind: 'ips',
  name: `of ${user}`,
  fileName: '',
  bytes: 1,
  input: id,
  shared: true,
  created: now,
  expires: now + 1,
})

const pcap = (id: string, user = 'us'): EnteredPcap => ({
  id,
  user,
  from: 0,
  to: now,
  sensors: [`of ${user}`],
  query: '*',
  estimate: { sessions: 1, packets: 1, bytes: 1, captures: 1, readBytes: 1, seconds: 1 },
  created: now,
  expires: now + 1,
})

const kind = 'capture-kind'

const repositories = ['analyses', 'captures', 'keys', 'pcaps', 'people', 'removal', 'rules', 'tasks'] as const

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
    named: ({ captures }, their) => captures.named([their]),
    sizes: async ({ captures }, their) => [...(await captures.sizes([their])).keys()],
    // Ours are none: a count that is not of us would tell of theirs.
    setKind: ({ captures }, their) => captures.setKind({ id: their, vantage: 'network' }),
  },
  analyses: {
    enter: async ({ analyses }) => analyses.enter(analysis('our-analysis')),
    get: ({ analyses }) => analyses.get('their-analysis'),
    list: async ({ analyses }) =>
      (await analyses.list({ user: 'theirs', kind: 'ips', limit: 100 })).filter(({ user }) => user !== 'us'),
    names: ({ analyses }) => analyses.names({ user: 'theirs', kind: 'ips', limit: 100 }),
    open: ({ analyses }) => analyses.open(),
    change: ({ analyses }) => analyses.change('their-analysis', { name: 'ours', shared: true }),
    progress: ({ analyses }) => analyses.progress('their-analysis', { read: 1, totals: noTotals }),
    finish: ({ analyses }) =>
      analyses.finish('their-analysis', { state: 'failed', totals: noTotals, result: '', error: 'x' }),
    remove: ({ analyses }) => analyses.remove('their-analysis'),
  },
  pcaps: {
    enter: async ({ pcaps }) => pcaps.enter(pcap('our-pcap')),
    get: ({ pcaps }) => pcaps.get('their-pcap'),
    list: async ({ pcaps }) => (await pcaps.list({ limit: 100 })).filter(({ user }) => user !== 'us'),
    open: ({ pcaps }) => pcaps.open(),
    progress: ({ pcaps }) => pcaps.progress('their-pcap', { captures: 1, packets: 1, bytes: 1 }),
    finish: ({ pcaps }) => pcaps.finish('their-pcap', { state: 'failed', error: 'x' }),
    remove: ({ pcaps }) => pcaps.remove('their-pcap'),
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
  keys: {
    list: ({ keys }) => keys.list(now),
    // A new key of ours is told; that it is nobody else's is asked below.
    rotate: async ({ keys }) =>
      (await keys.rotate({ name: 'workspace', madeBy: 'us', now, overlapMs: 0 })).key.workspace,
    add: async ({ keys }) =>
      (await keys.add({ name: 'other', scopes: ['read'], madeBy: 'us', now, expires: null })).key.workspace,
    remove: async ({ keys }) => Promise.all(theirIds.map((id) => keys.remove(id))),
  },
  removal: {
    get: ({ removal }) => removal.get(),
    ask: ({ removal }) => removal.ask({ due: now, askedBy: 'us' }),
    undo: ({ removal }) => removal.undo(),
  },
  people: {
    members: ({ people }) => people.members(),
    remove: ({ people }) => Promise.all(theirIds.map((id) => people.remove(id))),
    handOver: ({ people }) => Promise.all(theirIds.map((id) => people.handOver(id))),
    invites: ({ people }) => people.invites(now),
    invite: async ({ people }) =>
      (await people.invite({ email: 'a@example.org', inviter: 'us', now, expires: now + 1 })).invite
        .workspace,
    removeInvite: ({ people }) => Promise.all(theirIds.map((id) => people.removeInvite(id))),
    changes: ({ people }) => people.changes(100),
    changesAfter: ({ people }) => people.changesAfter({ since: 0, after: '', limit: 100 }),
  },
}
/** Ids of users, keys and invites of the other workspace. */
const theirIds: string[] = []

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
    await theirs.analyses.enter(analysis('their-analysis', 'theirs'))
    await theirs.pcaps.enter(pcap('their-pcap', 'theirs'))
    await theirs.tasks.enqueue({ kind, payload: { secret: 'theirs' }, now })
    await theirs.rules.put({ slug: 'of-them', rule: 'http.path:theirs' })
    const account = await installation.accounts.create({
      email: 'someone@theirs.example',
      emailVerified: true,
      password: '',
      profile: {},
      offering: null,
      into: { workspace: 'theirs', isOwner: true },
      now,
    })
    const user = account?.id ?? ''
    const { key } = await theirs.keys.rotate({ name: 'workspace', madeBy: user, now, overlapMs: 0 })
    const { invite } = await theirs.people.invite({
      email: 'next@theirs.example',
      inviter: user,
      now,
      expires: now + 1,
    })
    await installation.accounts.record({
      workspace: 'theirs',
      actor: user,
      act: 'workspace.rename',
      subject: 'theirs',
      before: 'a',
      after: 'theirs',
      address: '',
      at: now,
    })
    await theirs.removal.ask({ due: now + 1, askedBy: user })
    theirIds.splice(0, theirIds.length, user, key.id, invite.id)
    const kept = async () =>
      JSON.stringify([
        await theirs.keys.list(now),
        await theirs.people.members(),
        await theirs.removal.get(),
        await theirs.people.invites(now),
        await theirs.people.changes(9),
        await theirs.captures.list({ limit: 9 }),
        await theirs.analyses.get('their-analysis'),
        await theirs.pcaps.get('their-pcap'),
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
    expect(Object.keys(ours).toSorted()).toEqual([
      'analyses',
      'captures',
      'id',
      'keys',
      'pcaps',
      'people',
      'removal',
      'rename',
      'rules',
      'tasks',
    ])
    await ours.rename('another')
    expect(await installation.workspaces.get('theirs')).toMatchObject({ name: 'theirs' })
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
