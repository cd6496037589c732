import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openAppStore } from './open.ts'
import { hostWith } from './sensors/testing.ts'
import { postgresIfAny } from './testing.ts'
import {
  analysis,
  asked,
  capture,
  kind,
  now,
  pcap,
  profile,
  repositories,
  theirs as known,
} from './workspace-questions.ts'

/** What is kept for one workspace is reached with its id and in no other way. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-workspace-'))
const postgres = await postgresIfAny()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

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
    await theirs.pcaps.enter(pcap('their-pcap', 'theirs'), () => undefined)
    const task = await theirs.tasks.enqueue({ kind, payload: { secret: 'theirs' }, now })
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
    known.token = install.token.id
    const sensor = await installation.sensors.enroll(
      hostWith(install.secret, now, { hostname: 'host of theirs' }),
    )
    known.sensor = sensor?.sensor.id ?? ''
    await theirs.sensors.batches.enter({
      sensor: known.sensor,
      id: 'their-batch',
      capture: 'their-capture',
      sessions: 1,
      bytes: 1,
      received: now,
      lagMs: 0,
    })
    known.ids = [user, key.id, invite.id, task]
    const kept = async () =>
      JSON.stringify([
        await theirs.keys.list(now),
        await theirs.people.members(),
        await theirs.removal.get(),
        await theirs.people.invites(now),
        await theirs.people.changes(9),
        await theirs.captures.list({ limit: 9 }),
        await theirs.packets.kept(),
        await theirs.analyses.get('their-analysis', now),
        await theirs.pcaps.get('their-pcap', now),
        await theirs.sensors.list(),
        await theirs.sensors.history(known.sensor, 9),
        await theirs.sensors.batches.list({ sensor: known.sensor, since: 0, limit: 9 }),
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
    expect(await installation.captures.known(['forged'])).toEqual([])
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
