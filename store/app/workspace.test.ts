import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noTotals } from '#model/analysis.ts'
import type { EnteredAnalysis } from './analyses.ts'
import type { EnteredPcap } from './pcaps.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Heartbeat } from '#model/sensor/protocol.ts'
import type { Capture } from './captures.ts'
import { openAppStore } from './open.ts'
import { nothingSaid } from './sensors/sensor.ts'
import type { SimulatedSensor } from './sensors/simulated.ts'
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

const simulated = (id: string): SimulatedSensor => ({
  id,
  name: 'Ours',
  profile: 'router',
  ipAddress: '',
  hostname: '',
  os: '',
  arch: '',
  enrolled: now,
  simulation: 'heard',
  agentVersion: '',
  startedAt: now,
  lastHeartbeat: null,
  skewMs: 0,
  said: nothingSaid,
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
  granted: { bytes: 1, sessions: 1 },
  created: now,
  expires: now + 1,
})

const profile: SensorProfile = {
  id: 'profile-of-them',
  name: 'of theirs',
  description: '',
  author: '',
  tier: 'community',
  categories: [],
  operatingSystem: '',
  cves: [],
  ports: [],
  credentials: [],
}
const heartbeat: Heartbeat = {
  sentAt: now,
  agentVersion: '9',
  startedAt: now,
  configVersion: 9,
  checks: [],
  spool: { batches: 9, bytes: 9, oldest: null, freeBytes: 9 },
  losses: {},
  listening: [],
  addresses: [],
}
/** Ids of what the other workspace has. */
let theirSensor = ''
let theirToken = ''

const kind = 'capture-kind'

const repositories = [
  'analyses',
  'captures',
  'keys',
  'packets',
  'pcaps',
  'people',
  'removal',
  'rules',
  'sensors',
  'tasks',
] as const

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
  packets: {
    kept: ({ packets }) => packets.kept(),
    oldest: ({ packets }) => packets.oldest(9),
    markRemoved: ({ packets }, their) => packets.markRemoved([their], now),
  },
  pcaps: {
    enter: async ({ pcaps }) => pcaps.enter(pcap('our-pcap')),
    get: ({ pcaps }) => pcaps.get('their-pcap'),
    list: async ({ pcaps }) => (await pcaps.list({ limit: 100 })).filter(({ user }) => user !== 'us'),
    use: ({ pcaps }) => pcaps.use(),
    progress: ({ pcaps }) => pcaps.progress('their-pcap', { captures: 1, packets: 1, bytes: 1 }),
    finish: ({ pcaps }) => pcaps.finish('their-pcap', { state: 'failed', error: 'x' }),
    remove: ({ pcaps }) => pcaps.remove('their-pcap'),
  },
  sensors: {
    list: ({ sensors }) => sensors.list(),
    get: ({ sensors }) => sensors.get(theirSensor),
    names: async ({ sensors }) => [...(await sensors.names())],
    change: ({ sensors }) =>
      sensors.change(theirSensor, { name: 'ours', publish: true }, { actor: 'us', now }),
    follow: ({ sensors }) => sensors.follow({ profile: profile.id, version: 2, actor: 'us', now }),
    remove: ({ sensors }) => sensors.remove(theirSensor, now),
    leave: ({ sensors }) => sensors.leave(theirSensor, now),
    enterSimulated: ({ sensors }) =>
      sensors.enterSimulated(simulated(theirSensor)).catch(() => 'it is none of ours'),
    heartbeat: ({ sensors }) =>
      sensors.heartbeat(theirSensor, heartbeat, now).catch(() => 'it is none of ours'),
    history: ({ sensors }) => sensors.history(theirSensor, 9),
    batches: async ({ sensors: { batches } }) => [
      await batches.get({ sensor: theirSensor, id: 'their-batch' }),
      await batches.list({ sensor: theirSensor, since: 0, limit: 9 }),
    ],
    tokens: async ({ sensors: { tokens } }) => [await tokens.get(theirToken), await tokens.waiting(0)],
    profiles: async ({ sensors: { profiles } }) => [
      await profiles.list(),
      await profiles.get(profile.id),
      await profiles.versions(profile.id),
      await profiles.remove({ id: profile.id, madeBy: 'us', now }),
    ],
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
    await theirs.sensors.profiles.put({ profile, madeBy: 'theirs', now })
    const install = await theirs.sensors.tokens.create({
      profile: profile.id,
      madeBy: 'theirs',
      now,
      expires: now + 1000,
    })
    theirToken = install.token.id
    const sensor = await installation.sensors.enroll({
      token: install.secret,
      hostname: 'host of theirs',
      os: '',
      arch: '',
      agentVersion: '1',
      addresses: [],
      ipAddress: '',
      now,
    })
    theirSensor = sensor?.sensor.id ?? ''
    await theirs.sensors.batches.enter({
      sensor: theirSensor,
      id: 'their-batch',
      capture: 'their-capture',
      sessions: 1,
      bytes: 1,
      received: now,
      lagMs: 0,
    })
    theirIds.splice(0, theirIds.length, user, key.id, invite.id)
    const kept = async () =>
      JSON.stringify([
        await theirs.keys.list(now),
        await theirs.people.members(),
        await theirs.removal.get(),
        await theirs.people.invites(now),
        await theirs.people.changes(9),
        await theirs.captures.list({ limit: 9 }),
        await theirs.packets.kept(),
        await theirs.analyses.get('their-analysis'),
        await theirs.pcaps.get('their-pcap'),
        await theirs.sensors.list(),
        await theirs.sensors.history(theirSensor, 9),
        await theirs.sensors.batches.list({ sensor: theirSensor, since: 0, limit: 9 }),
        await theirs.sensors.profiles.list(),
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
      'packets',
      'pcaps',
      'people',
      'removal',
      'rename',
      'rules',
      'sensors',
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
