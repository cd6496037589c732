import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { FailureCounts } from '#store/app/accounts/failed-attempts.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { postgresIfAny } from '#store/app/testing.ts'
import { openAttempts } from './attempts.ts'
import { failuresInMemory } from './failures-in-memory.ts'

/** The same wherever failures are counted. */

const minute = 60_000
const folder = await mkdtemp(join(tmpdir(), 'noisefloor-attempts-'))
const postgres = await postgresIfAny()
const stores: AppStore[] = []
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
async function countsIn(at: { file: string } | { url: string }): Promise<FailureCounts> {
  const store = await openAppStore(at)
  stores.push(store)
  return store.installation.accounts.failedAttempts
}

let files = 0
/** `many`: networks that try one account. */
const places: [string, () => Promise<FailureCounts>, many: number][] = [
  ['in memory', async () => failuresInMemory(), 10_000],
  ['in SQLite', () => countsIn({ file: join(folder, `${(files += 1)}.db`) }), 150],
]
if (postgres)
  places.push(['in PostgreSQL', async () => countsIn({ url: await postgres.freshDatabase() }), 150])

describe.each(places)('guessing a password, counted %s,', (_name, place, manyNetworks) => {
  async function opened() {
    const at = { now: 1_700_000_000_000 }
    return { at, attempts: openAttempts(() => at.now, await place()) }
  }

  test('is free five times, then waits longer each time, up to a quarter of an hour', async () => {
    const { at, attempts } = await opened()
    const of = { account: 'ada@example.org', network: '192.0.2.1' }
    const waits: number[] = []
    for (let tries = 0; tries < 20; tries += 1) {
      at.now += await attempts.waitMs(of)
      expect(await attempts.waitMs(of)).toBe(0)
      await attempts.begin(of)
      waits.push(await attempts.waitMs(of))
    }
    expect(waits.slice(0, 7)).toEqual([0, 0, 0, 0, 1000, 2000, 4000])
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true)
    expect(waits.at(-1)).toBe(15 * minute)
  })

  test('is forgotten after an hour', async () => {
    const { at, attempts } = await opened()
    const of = { account: 'a', network: 'n' }
    for (let tries = 0; tries < 12; tries += 1) await attempts.begin(of)
    at.now += 60 * minute + 1
    expect(await attempts.waitMs(of)).toBe(0)
    await attempts.begin(of)
    expect(await attempts.waitMs(of)).toBe(0)
  })

  test('never waits longer than the longest wait, also after the clock was set back', async () => {
    const { at, attempts } = await opened()
    const of = { account: 'a', network: 'n' }
    for (let tries = 0; tries < 12; tries += 1) await attempts.begin(of)
    at.now -= 10 * minute
    expect(await attempts.waitMs(of)).toBeLessThanOrEqual(15 * minute)
    at.now -= 60 * minute
    expect(await attempts.waitMs(of)).toBe(0)
    await attempts.begin(of)
    expect(await attempts.waitMs(of)).toBeGreaterThan(0)
  })

  test('of many accounts from one network waits, also where each account is tried once', async () => {
    const { attempts } = await opened()
    for (let account = 0; account < 40; account += 1)
      await attempts.begin({ account: `a${account}`, network: 'n' })
    expect(await attempts.waitMs({ account: 'another', network: 'n' })).toBeGreaterThan(0)
    expect(await attempts.waitMs({ account: 'another', network: 'm' })).toBe(0)
  })

  test('of one account slows nobody beside them, however often it is tried', async () => {
    const { at, attempts } = await opened()
    const of = { account: 'mistypes', network: 'office' }
    for (let tries = 0; tries < 60; tries += 1) {
      at.now += await attempts.waitMs(of)
      expect((await attempts.begin(of)).waitMs).toBe(0)
    }
    expect(await attempts.waitMs(of)).toBeGreaterThan(minute)
    expect(await attempts.waitMs({ account: 'beside', network: 'office' })).toBe(0)
  })

  test('of many accounts slows others there a minute at most, and nobody who signed in there before', async () => {
    const { at, attempts } = await opened()
    const [known, fresh] = ['known', 'fresh'].map((account) => ({ account, network: 'office' }))
    await (await attempts.begin(known!)).succeeded()
    const waits: number[] = []
    for (let account = 0; account < 60; account += 1) {
      at.now += await attempts.waitMs({ account: `a${account}`, network: 'office' })
      expect((await attempts.begin({ account: `a${account}`, network: 'office' })).waitMs).toBe(0)
      waits.push(await attempts.waitMs(fresh!))
      expect(await attempts.waitMs(known!)).toBe(0)
    }
    expect([waits[28], waits[29], waits[30], waits.at(-1)]).toEqual([0, 1000, 2000, minute])
  })

  test('of many accounts is not taken back by who signs in to one of their own meanwhile', async () => {
    const { attempts } = await opened()
    for (let account = 0; account < 30; account += 1)
      await attempts.begin({ account: `a${account}`, network: 'office' })
    const own = { account: 'own', network: 'office' }
    await attempts.succeeded(own)
    const stood = await attempts.waitMs({ account: 'another', network: 'office' })
    expect(stood).toBeGreaterThan(0)
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([attempts.begin(own), attempts.begin(own)])
      for (const one of both) await one.succeeded()
    }
    expect(await attempts.waitMs({ account: 'another', network: 'office' })).toBe(stood)
  })

  test('of mails is counted each, whomever they go to', async () => {
    const { attempts } = await opened()
    const mail = (to: string) => attempts.begin({ account: to, network: 'by one', kind: 'mail' })
    const waits: number[] = []
    for (let nth = 0; nth < 40; nth += 1) waits.push((await mail(`to ${nth >> 2}`)).waitMs)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  })

  test('from everywhere never keeps the owner out: not at all where they signed in before, ten seconds elsewhere', async () => {
    const { attempts } = await opened()
    const home = { account: 'ada', network: 'home' }
    await attempts.succeeded(home)
    for (let network = 0; network < manyNetworks; network += 1)
      await attempts.begin({ account: 'ada', network: `${network}` })
    expect(await attempts.waitMs(home)).toBe(0)
    const elsewhere = await attempts.waitMs({ account: 'ada', network: 'hotel' })
    expect(elsewhere).toBeGreaterThan(0)
    expect(elsewhere).toBeLessThanOrEqual(10_000)
  })

  test('is no longer counted against a network that knew it in the end', async () => {
    const { attempts } = await opened()
    const of = { account: 'a', network: 'n' }
    for (let tries = 0; tries < 8; tries += 1) await attempts.begin(of)
    expect(await attempts.waitMs(of)).toBeGreaterThan(0)
    await attempts.succeeded(of)
    expect(await attempts.waitMs(of)).toBe(0)
  })

  test('counts tries that are under way, and takes back those that went well', async () => {
    const { attempts } = await opened()
    const of = { account: 'ada', network: 'home', kind: 'code' as const }
    const many = await Promise.all(Array.from({ length: 5 }, () => attempts.begin(of)))
    expect(await attempts.waitMs(of)).toBeGreaterThan(0)
    for (const one of many) await one.succeeded()
    expect(await attempts.waitMs(of)).toBe(0)
    // A whole office behind one address signs in.
    for (let person = 0; person < 200; person += 1)
      await (await attempts.begin({ account: `p${person}`, network: 'office', kind: 'code' })).succeeded()
    expect(await attempts.waitMs({ account: 'one more', network: 'office', kind: 'code' })).toBe(0)
  })

  test('many at once is free five times, and those that were refused make nobody wait longer', async () => {
    const { at, attempts } = await opened()
    const of = { account: 'ada', network: 'home', kind: 'code' as const }
    const many = await Promise.all(Array.from({ length: 40 }, () => attempts.begin(of)))
    expect(many.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5)
    expect(await attempts.waitMs(of)).toBe(1000)
    at.now += 1000
    expect((await attempts.begin(of)).waitMs).toBe(0)
    expect(await attempts.waitMs(of)).toBe(2000)
  })
})

test('guessing takes bounded memory, whoever tries', async () => {
  const attempts = openAttempts(() => 1_700_000_000_000, failuresInMemory())
  for (let network = 0; network < 60_000; network += 1)
    await attempts.begin({ account: `a${network}`, network: `${network}` })
  expect(await attempts.waitMs({ account: 'fresh', network: 'fresh' })).toBe(0)
})
