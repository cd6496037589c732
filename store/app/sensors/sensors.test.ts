import { afterAll, describe, expect, test } from 'vitest'
import type { Heartbeat } from '#model/sensor/protocol.ts'
import { openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'
import { nothingSaid } from './sensor.ts'
import { hostWith, profile } from './testing.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = Date.UTC(2026, 10, 25, 12)
const hour = 3_600_000
const heartbeat = (changes: Partial<Heartbeat> = {}): Heartbeat => ({
  ...nothingSaid,
  sentAt: now,
  agentVersion: '0.1.0',
  startedAt: now - hour,
  configVersion: 1,
  checks: [{ name: 'capture', state: 'ok', detail: 'Packets come.' }],
  ...changes,
})

describe.each(places)('sensors on %s', (_name, place) => {
  async function opened() {
    const store = await openAppStore(await place())
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const { id } = await store.installation.workspaces.create({ name, publish: false, now })
        return store.installation.workspace(id)
      }),
    )
    const token = async (of = one!) =>
      (await of.sensors.tokens.create({ profile: 'router', madeBy: 'user u', now, expires: now + hour }))
        .secret
    const enrolling = (secret: string, at = now) => hostWith(secret, at)
    const { sensors } = store.installation
    const enroll = async (of = one!) => {
      const made = await sensors.enroll(enrolling(await token(of)))
      if (!made) throw new Error('not enrolled')
      return made
    }
    return {
      ...store,
      one: one!,
      other: other!,
      all: sensors,
      token,
      enrolling,
      enroll,
      [Symbol.asyncDispose]: () => store.close(),
    }
  }

  test('a token enrolls one sensor, once, for its hour; neither secret is kept', async () => {
    await using store = await opened()
    const { all, one, token, enrolling } = store
    const secret = await token()
    expect(await all.enroll(enrolling(secret, now + hour))).toBeNull()
    const tries = await Promise.all([1, 2, 3].map(() => all.enroll(enrolling(secret))))
    const [made] = tries.filter((one) => one !== null)
    expect(tries.filter((one) => one === null)).toHaveLength(2)
    expect(made).toMatchObject({
      sensor: {
        workspace: one.id,
        profile: 'router',
        profileVersion: 0,
        configVersion: 1,
        ipAddress: '192.0.2.7',
      },
      secret: expect.stringMatching(/^nfs_[\w-]{43}$/),
    })
    expect(made!.sensor.name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
    expect(await all.enroll(enrolling(secret))).toBeNull()
    for (const wrong of ['', 'nfi_', `nfi_${'A'.repeat(43)}`, made!.secret])
      expect(await all.enroll(enrolling(wrong))).toBeNull()
    expect(await all.find(made!.secret)).toEqual(made!.sensor)
    expect(await all.find(secret)).toBeNull()
    const rows = [
      ...(await store.db.selectFrom('sensors').selectAll().execute()),
      ...(await store.db.selectFrom('install_tokens').selectAll().execute()),
    ]
    for (const word of [secret, made!.secret]) expect(JSON.stringify(rows)).not.toContain(word.slice(4))
  })

  test('a token tells which sensor came of it, and nobody else', async () => {
    await using store = await opened()
    const { one, other, all, enrolling } = store
    const { token, secret } = await one.sensors.tokens.create({
      profile: 'router',
      madeBy: 'user u',
      now,
      expires: now + hour,
    })
    expect(await one.sensors.tokens.get(token.id)).toMatchObject({ sensor: null })
    expect(await one.sensors.tokens.waiting(now)).toBe(1)
    const made = await all.enroll(enrolling(secret))
    expect(await one.sensors.tokens.get(token.id)).toMatchObject({ sensor: made!.sensor.id })
    expect(await one.sensors.tokens.waiting(now)).toBe(0)
    expect(await other.sensors.tokens.get(token.id)).toBeNull()
  })

  test('sensors of another workspace can be neither seen nor changed', async () => {
    await using store = await opened()
    const { one, other, enroll, all } = store
    const { sensor, secret } = await enroll()
    const { id } = sensor
    await one.sensors.batches.enter({
      sensor: id,
      id: 'b',
      capture: 'c',
      sessions: 1,
      bytes: 1,
      received: now,
      lagMs: 0,
    })
    const foreign = other.sensors
    expect([await foreign.list(), await foreign.get(id), await foreign.history(id, 9)]).toEqual([
      [],
      null,
      [],
    ])
    expect([...(await foreign.names())]).toEqual([])
    expect(await foreign.change(id, { name: 'mine' }, { actor: 'x', now })).toBeNull()
    expect(await foreign.remove(id, now)).toBe(false)
    await foreign.leave(id, now)
    await foreign.heartbeat(id, heartbeat(), now)
    expect(await foreign.batches.get({ sensor: id, id: 'b' })).toBeNull()
    expect(await foreign.batches.list({ sensor: id, since: 0, limit: 9 })).toEqual([])
    expect(await one.sensors.get(id)).toMatchObject({ sensor, health: { lastHeartbeat: null } })
    expect(await all.find(secret)).toEqual(sensor)
  })

  test('what the agent has to know raises the version of its configuration, what it need not know does not', async () => {
    await using store = await opened()
    const { one, enroll } = store
    const { sensor } = await enroll()
    const change = (to: object, at = now) => one.sensors.change(sensor.id, to, { actor: 'user u', now: at })
    expect((await change({ name: 'Door', ipAddress: '192.0.2.9', publish: false }))?.configVersion).toBe(1)
    expect((await change({ profile: 'camera' }, now + 1))?.configVersion).toBe(2)
    expect((await change({ excluded: ['192.0.2.0/24'], networkPorts: [25] }, now + 2))?.configVersion).toBe(3)
    expect((await change({ isCapturing: false }, now + 3))?.configVersion).toBe(4)
    expect((await one.sensors.get(sensor.id))?.sensor).toMatchObject({
      name: 'Door',
      publish: false,
      profile: 'camera',
      excluded: ['192.0.2.0/24'],
      networkPorts: [25],
      isCapturing: false,
    })
    const history = await one.sensors.history(sensor.id, 2)
    expect(history.map(({ version, what }) => [version, what])).toEqual([
      [4, { isCapturing: false }],
      [3, { excluded: ['192.0.2.0/24'], networkPorts: [25] }],
    ])
    // A damaged row hides itself alone.
    await store.db.updateTable('sensor_changes').set({ what: '{"exclu' }).where('version', '=', 4).execute()
    expect((await one.sensors.history(sensor.id, 2)).map(({ version }) => version)).toEqual([3])
  })

  test('who waits for a change is woken by it, and by nothing that another sensor gets', async () => {
    await using store = await opened()
    const { one, all, enroll } = store
    const [{ sensor }, { sensor: beside }] = [await enroll(), await enroll()]
    const { signal } = new AbortController()
    let woken = 0
    const waiting = all.nextChange(sensor.id, signal).then(() => (woken += 1))
    await one.sensors.change(beside.id, { profile: 'camera' }, { actor: 'x', now })
    await one.sensors.change(sensor.id, { profile: 'camera' }, { actor: 'x', now })
    await waiting
    expect(woken).toBe(1)
    const ending = new AbortController()
    const left = all.nextChange(sensor.id, ending.signal)
    ending.abort()
    await left
  })

  test('a heartbeat is what is known of a sensor, and the smallest difference of clocks its skew', async () => {
    await using store = await opened()
    const { one, enroll } = store
    const { sensor } = await enroll()
    const known = async () => (await one.sensors.get(sensor.id))?.health
    expect(await known()).toMatchObject({ lastHeartbeat: null, skewMs: null, lastBatch: null })
    for (const late of [90, 40, 70]) await one.sensors.heartbeat(sensor.id, heartbeat(), now + 5000 + late)
    expect(await known()).toMatchObject({
      lastHeartbeat: now + 5070,
      skewMs: 5040,
      agentVersion: '0.1.0',
      said: { checks: heartbeat().checks },
    })
    for (let i = 0; i < 8; i++) await one.sensors.heartbeat(sensor.id, heartbeat(), now + 60)
    expect((await known())?.skewMs).toBe(60)
  })

  test('silence is told once, to one of several who ask, and anew after a heartbeat', async () => {
    await using store = await opened()
    const { one, all, enroll } = store
    const { sensor } = await enroll()
    await enroll()
    const ask = () => all.newlySilent({ before: now + 1, now, limit: 10 })
    expect(await ask(), 'one that was never heard of did not fall silent').toEqual([])
    await one.sensors.heartbeat(sensor.id, heartbeat(), now)
    const told = await Promise.all([ask(), ask()])
    expect(told.flat()).toEqual([{ id: sensor.id, workspace: one.id, name: sensor.name, lastHeartbeat: now }])
    expect(await ask()).toEqual([])
    expect((await one.sensors.heartbeat(sensor.id, heartbeat(), now)).wasSilent).toBe(true)
    expect(await ask()).toHaveLength(1)
  })

  test('one that was uninstalled stays on the list, one that was removed leaves it; neither sends any more', async () => {
    await using store = await opened()
    const { one, all, enroll } = store
    const [gone, removed] = [await enroll(), await enroll()]
    await one.sensors.leave(gone.sensor.id, now)
    expect(await one.sensors.remove(removed.sensor.id, now)).toBe(true)
    expect(await one.sensors.remove(removed.sensor.id, now)).toBe(false)
    for (const { secret } of [gone, removed]) expect(await all.find(secret)).toBeNull()
    expect((await one.sensors.list()).map(({ sensor }) => [sensor.id, sensor.ended])).toEqual([
      [gone.sensor.id, now],
    ])
    expect((await one.sensors.names()).get(removed.sensor.id)).toBe(removed.sensor.name)
  })

  test('a batch that is entered again is one', async () => {
    await using store = await opened()
    const { one, all, enroll } = store
    const { sensor } = await enroll()
    const batch = { sensor: sensor.id, id: 'b', capture: 'c', sessions: 7, bytes: 900, received: now }
    await one.sensors.batches.enter({ ...batch, lagMs: 1500 })
    await one.sensors.batches.enter({ ...batch, sessions: 9, lagMs: 1500 })
    expect(await one.sensors.batches.get(batch)).toEqual(batch)
    expect(await one.sensors.batches.list({ sensor: sensor.id, since: now, limit: 9 })).toEqual([batch])
    expect((await one.sensors.get(sensor.id))?.health).toMatchObject({ lastBatch: now, lagMs: 1500 })
    await all.removeBatchesBefore(now + 1)
    expect(await one.sensors.batches.get(batch)).toBeNull()
  })

  test('a profile has versions, and sensors that have it follow', async () => {
    await using store = await opened()
    const { one, other, enroll } = store
    const { profiles } = one.sensors
    const put = (name: string) => profiles.put({ profile: profile('p', name), madeBy: 'user u', now })
    expect([await put('Old'), await put('New')]).toEqual([1, 2])
    const { sensor } = await enroll()
    await one.sensors.change(sensor.id, { profile: 'p', profileVersion: 1 }, { actor: 'x', now })
    expect(await one.sensors.follow({ profile: 'p', version: 2, actor: 'x', now })).toBe(1)
    expect((await one.sensors.get(sensor.id))?.sensor).toMatchObject({ profileVersion: 2, configVersion: 3 })
    expect((await profiles.list()).map((one) => [one.version, one.profile.name])).toEqual([[2, 'New']])
    expect((await profiles.get('p', 1))?.profile.name).toBe('Old')
    expect((await profiles.versions('p')).map(({ version }) => version)).toEqual([2, 1])
    expect([await other.sensors.profiles.get('p'), await other.sensors.profiles.list()]).toEqual([null, []])
    await profiles.remove({ id: 'p', madeBy: 'user u', now, requireUnused: () => undefined })
    expect([await profiles.get('p'), await profiles.list()]).toEqual([null, []])
    expect((await profiles.get('p', 2))?.profile.name).toBe('New')
  })

  test('a row that is not what was written sends for nobody', async () => {
    await using store = await opened()
    const { one, all, enroll } = store
    const { sensor, secret } = await enroll()
    await store.db.updateTable('sensors').set({ publish: 0 }).where('id', '=', sensor.id).execute()
    expect([await all.find(secret), await one.sensors.get(sensor.id), await one.sensors.list()]).toEqual([
      null,
      null,
      [],
    ])
  })

  test('a workspace that is removed takes its sensors with it', async () => {
    await using store = await opened()
    const { one, other, installation, all, enroll } = store
    const [mine, theirs] = [await enroll(one), await enroll(other)]
    await one.removal.ask({ due: now, askedBy: 'u' })
    await installation.workspaces.removeDue(now)
    expect([await all.find(mine.secret), await one.sensors.list()]).toEqual([null, []])
    expect(await all.find(theirs.secret)).toEqual(theirs.sensor)
  })
})
