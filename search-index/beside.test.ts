import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromHex, toColumn, toHex } from '#store/analytics/address.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type Beside, followBeside } from './beside.ts'

/** Of which addresses the store has something beside their documents, by a set that follows what is written. */

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const host = () => analytics.hosts[0] ?? expect.fail('no host')
const ipv4 = (third: number, many: number): string[] =>
  Array.from({ length: many }, (_, at) => `21.${third}.${at >> 8}.${at & 255}`)
const ipv6 = Array.from({ length: 300 }, (_, at) =>
  fromHex(`2a0b${at.toString(16).padStart(4, '0')}00000000${(at * 7919).toString(16).padStart(16, '0')}`),
)
const log = (ips: readonly string[]) =>
  analytics.app.insert(
    '{db}.verdict_log',
    ips.map((ip) => ({
      ip: toColumn(ip),
      at: '2026-03-15 12:00:00.000',
      before: '',
      after: 'unknown',
      method: 'm',
    })),
  )
const answer = (ips: readonly string[]) =>
  analytics.app.insert(
    '{db}.rdns',
    ips.map((ip) => ({
      ip: toColumn(ip),
      state: 'none',
      name: '',
      asked: '2026-03-15 12:00:00.000',
      until: 1,
    })),
  )
const hold = (beside: Beside, ips: readonly string[]): (boolean | undefined)[] => [
  ...new Set(ips.map((ip) => beside.mayHave(toHex(ip) ?? ''))),
]

test('what is in the log of verdicts or was asked of the reverse DNS is known after one round, merged or not, and nothing else is', async () => {
  const beside = followBeside(host())
  const [logged, answered, later, merged, never] = [0, 1, 2, 3, 4].map((third) => ipv4(third, 2000))
  await log([...(logged ?? []), ...ipv6])
  await answer([...(answered ?? []), '0.0.255.255'])
  expect(hold(beside, logged ?? [])).toEqual([undefined])
  await beside.round()
  expect(beside.isSettled()).toBe(true)
  expect(hold(beside, [...(logged ?? []), ...(answered ?? []), ...ipv6, '0.0.255.255'])).toEqual([true])
  expect(hold(beside, [...(later ?? []), ...(merged ?? []), ...(never ?? []), '::ffff:9.9.9.9'])).toEqual([
    false,
  ])
  await log(later ?? [])
  expect(hold(beside, later ?? [])).toEqual([false])
  await beside.round()
  expect(hold(beside, later ?? [])).toEqual([true])
  for (const some of [0, 500, 1000, 1500]) await log((merged ?? []).slice(some, some + 500))
  await analytics.migrator.command('OPTIMIZE TABLE {local}.verdict_log FINAL')
  await beside.round()
  expect(hold(beside, [...(merged ?? []), ...(logged ?? [])])).toEqual([true])
  expect(hold(beside, never ?? [])).toEqual([false])
})

test('of more addresses than it holds it says nothing', async () => {
  const beside = followBeside(host(), 100)
  await beside.round()
  expect(hold(beside, [...ipv4(0, 10), ...ipv4(4, 10)])).toEqual([undefined])
  expect(beside.isSettled()).toBe(true)
})

test('what is forgotten goes when much more was added than was read', async () => {
  const beside = followBeside(host())
  await beside.round()
  await log(ipv4(5, 60_000))
  await log(ipv4(6, 60_000))
  await beside.round()
  await analytics.migrator.command("DELETE FROM {local}.verdict_log WHERE ip >= toIPv6('::ffff:21.5.0.0')")
  expect(hold(beside, ipv4(5, 2000))).toEqual([true])
  await beside.round()
  expect(hold(beside, ipv4(5, 2000))).toEqual([false])
  expect(hold(beside, ipv4(0, 2000))).toEqual([true])
})

test('what could not be read is read in the next round', async () => {
  const real = host()
  let fails = false
  const failing = {
    ...real,
    bytes: (...args: Parameters<typeof real.bytes>) => {
      if (!fails) return real.bytes(...args)
      fails = false
      throw new Error('away')
    },
  }
  const beside = followBeside(failing)
  await beside.round()
  const late = ipv4(9, 3)
  await log(late)
  fails = true
  await expect(beside.round()).rejects.toThrow('away')
  await beside.round()
  expect(hold(beside, late)).toEqual([true])
})

test('a part that was merged away before it was read is read as what it became', async () => {
  const real = host()
  const ips = ipv4(10, 3)
  let isLate = false
  const merging = {
    ...real,
    bytes: async function* (...args: Parameters<typeof real.bytes>) {
      if (isLate) await analytics.migrator.command('OPTIMIZE TABLE {local}.verdict_log FINAL')
      isLate = false
      yield* real.bytes(...args)
    },
  }
  // What tests before took out would leave numbers of inserts that nobody saw.
  await analytics.migrator.command('TRUNCATE TABLE {local}.verdict_log')
  const beside = followBeside(merging)
  await beside.round()
  await log(ips.slice(0, 1))
  await log(ips.slice(1))
  isLate = true
  await beside.round()
  expect(beside.isSettled()).toBe(false)
  await beside.round()
  await beside.round()
  expect(beside.isSettled()).toBe(true)
  expect(hold(beside, ips)).toEqual([true])
})
