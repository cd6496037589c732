import { noTotals } from '#model/analysis.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Heartbeat } from '#model/sensor/protocol.ts'
import type { EnteredAnalysis } from './analyses.ts'
import type { Capture } from './captures.ts'
import type { EnteredPcap } from './pcaps.ts'
import { nothingSaid } from './sensors/sensor.ts'
import type { SimulatedSensor } from './sensors/simulated.ts'
import type { WorkspaceStore } from './workspace.ts'

/** What one workspace asks of its store about the rows of another, for tests of their border. */

export const now = 1_700_000_000_000
export const kind = 'capture-kind'

export const capture = (workspace: string, id: string): Capture => ({
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

export const analysis = (id: string, user = 'us'): EnteredAnalysis => ({
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

export const pcap = (id: string, user = 'us'): EnteredPcap => ({
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

export const profile: SensorProfile = {
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

/** Ids of what the other workspace has; `ids` are those of users, keys and invites. */
export const theirs = { sensor: '', token: '', ids: [] as string[] }

export const repositories = [
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
export const asked: {
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
    get: ({ analyses }) => analyses.get('their-analysis', now),
    list: async ({ analyses }) =>
      (await analyses.list({ user: 'theirs', kind: 'ips', now, limit: 100 })).filter(
        ({ user }) => user !== 'us',
      ),
    names: ({ analyses }) => analyses.names({ user: 'theirs', kind: 'ips', now, limit: 100 }),
    open: ({ analyses }) => analyses.open(now),
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
    enter: async ({ pcaps }) => pcaps.enter(pcap('our-pcap'), () => undefined),
    get: ({ pcaps }) => pcaps.get('their-pcap', now),
    list: async ({ pcaps }) => (await pcaps.list({ now, limit: 100 })).filter(({ user }) => user !== 'us'),
    use: ({ pcaps }) => pcaps.use(now),
    progress: ({ pcaps }) => pcaps.progress('their-pcap', { captures: 1, packets: 1, bytes: 1 }),
    finish: ({ pcaps }) => pcaps.finish('their-pcap', { state: 'failed', error: 'x' }),
    remove: ({ pcaps }) => pcaps.remove('their-pcap'),
  },
  sensors: {
    list: ({ sensors }) => sensors.list(),
    get: ({ sensors }) => sensors.get(theirs.sensor),
    kept: ({ sensors }) => sensors.kept(),
    names: async ({ sensors }) => [...(await sensors.names())],
    change: ({ sensors }) =>
      sensors.change(theirs.sensor, { name: 'ours', publish: true }, { actor: 'us', now }),
    follow: ({ sensors }) => sensors.follow({ profile: profile.id, version: 2, actor: 'us', now }),
    remove: ({ sensors }) => sensors.remove(theirs.sensor, now),
    leave: ({ sensors }) => sensors.leave(theirs.sensor, now),
    enterSimulated: ({ sensors }) =>
      sensors.enterSimulated(simulated(theirs.sensor)).catch(() => 'it is none of ours'),
    heartbeat: ({ sensors }) =>
      sensors.heartbeat(theirs.sensor, heartbeat, now).catch(() => 'it is none of ours'),
    history: ({ sensors }) => sensors.history(theirs.sensor, 9),
    batches: async ({ sensors: { batches } }) => [
      await batches.get({ sensor: theirs.sensor, id: 'their-batch' }),
      await batches.list({ sensor: theirs.sensor, since: 0, limit: 9 }),
    ],
    tokens: async ({ sensors: { tokens } }) => [await tokens.get(theirs.token), await tokens.waiting(0)],
    profiles: async ({ sensors: { profiles } }) => [
      await profiles.list(),
      await profiles.get(profile.id),
      await profiles.versions(profile.id),
      await profiles.remove({ id: profile.id, madeBy: 'us', now, requireUnused: () => undefined }),
    ],
  },
  tasks: {
    enqueue: ({ tasks }) => tasks.enqueue({ kind, payload: { mine: true }, now }),
    open: ({ tasks }) => tasks.open(kind),
    end: ({ tasks }) => tasks.end(theirs.ids),
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
    remove: async ({ keys }) => Promise.all(theirs.ids.map((id) => keys.remove(id))),
  },
  removal: {
    get: ({ removal }) => removal.get(),
    ask: ({ removal }) => removal.ask({ due: now, askedBy: 'us' }),
    undo: ({ removal }) => removal.undo(),
  },
  people: {
    members: ({ people }) => people.members(),
    remove: ({ people }) => Promise.all(theirs.ids.map((id) => people.remove(id, { leaves: false }))),
    handOver: ({ people }) => Promise.all(theirs.ids.map((id) => people.handOver(id))),
    invites: ({ people }) => people.invites(now),
    invite: async ({ people }) =>
      (await people.invite({ email: 'a@example.org', inviter: 'us', now, expires: now + 1 })).invite
        .workspace,
    removeInvite: ({ people }) => Promise.all(theirs.ids.map((id) => people.removeInvite(id))),
    changes: ({ people }) => people.changes(100),
    changesAfter: ({ people }) => people.changesAfter({ since: 0, after: '', limit: 100 }),
  },
}
