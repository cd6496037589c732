import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { startTestPostgres, type TestPostgres } from '../testing.ts'
import { hostWith, profile } from './testing.ts'

/** What two servers on one PostgreSQL do to sensors at once, as two stores opened on it. */
let postgres: TestPostgres
let stores: AppStore[] = []
beforeAll(async () => {
  postgres = await startTestPostgres()
  const url = await postgres.freshDatabase()
  stores = [await openAppStore({ url }), await openAppStore({ url })]
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await postgres.stop()
})

const now = Date.UTC(2026, 10, 25, 12)
const by = { actor: 'user u', now }

/** A workspace of its own, as each server sees it. */
async function workspace() {
  const { id } = await stores[0]!.installation.workspaces.create({ name: 'w', publish: false, now })
  return stores.map(({ installation }) => installation.workspace(id).sensors)
}
type Sensors = Awaited<ReturnType<typeof workspace>>[number]

const token = async (sensors: Sensors, profile = 'router') =>
  (await sensors.tokens.create({ profile, madeBy: 'user u', now, expires: now + 3_600_000 })).secret

async function enrolled(sensors: Sensors) {
  const made = await stores[0]!.installation.sensors.enroll(hostWith(await token(sensors), now))
  if (!made) throw new Error('not enrolled')
  return { id: made.sensor.id, secret: made.secret }
}

test('of changes of one sensor at once none is lost, and each has a version of its own', async () => {
  const [one, other] = await workspace()
  const { id } = await enrolled(one!)
  const changes = [
    { excluded: ['192.0.2.0/24'] },
    { networkPorts: [25] },
    { isCapturing: false },
    { profile: 'camera' },
    { profileVersion: 3 },
  ]
  const rounds = 6
  const told = []
  for (let round = 0; round < rounds; round += 1)
    told.push(
      ...(await Promise.all(
        [...changes, { name: `Door ${round}` }].map((to, place) =>
          [one!, other!][place % 2]!.change(id, to, by),
        ),
      )),
    )
  const versions = 1 + rounds * changes.length
  expect((await one!.get(id))?.sensor).toMatchObject({
    configVersion: versions,
    name: `Door ${rounds - 1}`,
    excluded: ['192.0.2.0/24'],
    networkPorts: [25],
    isCapturing: false,
    profile: 'camera',
    profileVersion: 3,
  })
  const given = new Set(told.map((sensor) => sensor?.configVersion))
  expect([...given].filter((version) => version !== 1)).toHaveLength(versions - 1)
})

test('a sensor that is removed or uninstalled while it is changed has ended, and its token opens nothing', async () => {
  const [one, other] = await workspace()
  for (let round = 0; round < 30; round += 1) {
    const { id, secret } = await enrolled(one!)
    const isRemoved = round % 2 === 0
    await Promise.all([
      one!.change(id, { isCapturing: false }, by),
      other!.follow({ profile: 'router', version: round + 1, ...by }),
      isRemoved ? other!.remove(id, now) : other!.leave(id, now),
      one!.change(id, { name: 'Door' }, by),
    ])
    for (const { installation } of stores) expect(await installation.sensors.find(secret)).toBeNull()
    const known = await one!.get(id)
    if (isRemoved) expect(known).toBeNull()
    else expect(known?.sensor).toMatchObject({ ended: now, isCapturing: false, name: 'Door' })
  }
})

test('where one more sensor has place, of several tokens at once one makes it, and the others stay good', async () => {
  const [one] = await workspace()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => token(one!)))
  const requirePlace = (kept: number) => {
    if (kept >= 1) throw new Error('full')
  }
  const come = (secret: string, place: number) =>
    stores[place % 2]!.installation.sensors.enroll(hostWith(secret, now, { requirePlace })).then(
      () => 'entered',
      ({ message }: Error) => message,
    )
  const told = await Promise.all(tokens.map(come))
  expect(told.toSorted()).toEqual(['entered', ...Array.from({ length: 7 }, () => 'full')])
  const [made, ...more] = await one!.list()
  expect([more, await one!.kept(), await one!.tokens.waiting(now)]).toEqual([[], 1, 7])
  await one!.remove(made!.sensor.id, now)
  expect(await come(tokens[told.indexOf('full')]!, 1)).toBe('entered')
})

test('of a profile that is removed while a host comes with a token for it there is the sensor or the removal, never both', async () => {
  const [one, other] = await workspace()
  const requireUnused = (sensors: number) => {
    if (sensors > 0) throw new Error('in use')
  }
  const done = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      ({ message }: Error) => message,
    )
  const removed = 'The profile of this token was removed: make another token.'
  for (let round = 0; round < 30; round += 1) {
    const id = `own-${round}`
    await one!.profiles.put({ profile: profile(id, 'Our camera'), madeBy: 'user u', now })
    const secret = await token(one!, id)
    const told = await Promise.all([
      done(stores[0]!.installation.sensors.enroll(hostWith(secret, now))),
      done(other!.profiles.remove({ id, madeBy: 'user u', now, requireUnused })),
    ])
    expect([
      ['done', 'in use'],
      [removed, 'done'],
    ]).toContainEqual(told)
    const isThere = told[0] === 'done'
    expect((await one!.list()).filter(({ sensor }) => sensor.profile === id)).toHaveLength(isThere ? 1 : 0)
    expect((await one!.profiles.get(id)) !== null).toBe(isThere)
  }
})
