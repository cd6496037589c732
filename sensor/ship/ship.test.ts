import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTlsError } from '../checks.ts'
import { Backoff } from '../connection/backoff.ts'
import { connect } from '../connection/connection.ts'
import { Losses } from '../losses.ts'
import { openFolder } from '../settings/folder.ts'
import { timeOf } from '../spool/identifier.ts'
import { openSpool, type Spool } from '../spool/spool.ts'
import { numberIn, segmentSaying } from '../testing/batches.ts'
import { type Manner, type Product, startProduct, wanted } from '../testing/product.ts'
import { ship, type Shipping } from './ship.ts'

let path = ''
let spool: Spool
let losses: Losses
let product: Product
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-ship-'))
  losses = new Losses()
  spool = await openSpool(await openFolder(path), { losses, now: Date.now, mostBytes: 1 << 30 })
  product = await startProduct(wanted())
})
afterEach(async () => {
  await product.close()
  await rm(path, { recursive: true, force: true })
})

/** Waits no time, and remembers how long it would have. */
class Remembered extends Backoff {
  readonly waits: (number | null)[] = []
  override next(retryAfterMs: number | null): number {
    this.waits.push(retryAfterMs)
    return 0
  }
}

/** Ships until nothing waits (or `isDone`). */
async function shipAll(
  to: { server: string; token?: string; fingerprint?: string; silenceMs?: number },
  isDone = (shipping: Shipping) => spool.state().batches === 0 && shipping.error === null,
) {
  const ended = new AbortController()
  const shipping: Shipping = { failingSince: null, error: null }
  const backoff = new Remembered()
  const connection = connect({ token: product.token, ...to })
  const shipped = ship(connection, spool, { signal: ended.signal, now: Date.now, shipping, backoff })
  await expect.poll(() => isDone(shipping), { interval: 5 }).toBe(true)
  ended.abort()
  await shipped
  connection.close()
  return { waits: backoff.waits, shipping }
}

const arrived = (): number[] => product.captures().map(numberIn)
const arrivals = (): number[] => [...product.batches.values()].map((one) => one.arrivals)

test('batches arrive in order, whole, once, with the time they were sent', async () => {
  await Promise.all([1, 2, 3].map((number) => spool.add(segmentSaying(number, 60_000))))
  const before = Date.now()
  await shipAll({ server: product.url })
  expect(arrived()).toEqual([1, 2, 3])
  expect(arrivals()).toEqual([1, 1, 1])
  for (const { sentAt } of product.batches.values()) {
    expect(sentAt).toBeGreaterThanOrEqual(before)
    expect(sentAt).toBeLessThanOrEqual(Date.now())
  }
})

test.each<[string, Manner[], (number | null)[]]>([
  ['away', ['hangs-up', 'hangs-up'], [null, null]],
  ['something else that answers everything', ['garbage', 'garbage'], [null, null]],
  ['no server of HTTP', ['nonsense', 'nonsense'], [null, null]],
  ['talking without end', ['endless'], [null]],
  ['answering for other batches', ['another', 'another'], [null, null]],
  ['full', [{ status: 429, retryAfter: '7' }, { status: 503 }], [7000, null]],
  ['behind a proxy that has lost it', [{ status: 502 }, { status: 404 }], [null, null]],
])('while the server is %s, the oldest waits and then arrives first', async (_name, manners, waits) => {
  product.manners.push(...manners)
  await Promise.all([1, 2].map((number) => spool.add(segmentSaying(number))))
  const tried = await shipAll({ server: product.url })
  expect(tried.waits).toEqual(waits)
  expect(arrived()).toEqual([1, 2])
  expect(losses.all()).toEqual({})
})

test('a batch that was taken without a word is asked for, not sent again', async () => {
  product.manners.push('taken')
  await spool.add(segmentSaying(1))
  await shipAll({ server: product.url })
  expect(arrivals()).toEqual([1])
  expect(product.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'GET'])
})

test('one that answers slowly is waited for', async () => {
  product.manners.push('drips', 'drips')
  for (const number of [1, 2]) await spool.add(segmentSaying(number))
  const { waits } = await shipAll({ server: product.url })
  expect([arrived(), arrivals(), waits]).toEqual([[1, 2], [1, 1], []])
})

test('one that takes a batch and never answers is asked what became of it', async () => {
  product.manners.push('silent')
  await spool.add(segmentSaying(1))
  // However often a busy machine is too slow for that: it is not sent again.
  const { waits } = await shipAll({ server: product.url, silenceMs: 300 })
  expect([arrived(), arrivals()]).toEqual([[1], [1]])
  expect(waits.length).toBeGreaterThan(0)
  expect(product.calls[1]).toMatch(/^GET /)
})

/** Waits no time either: the clock goes on by as much as it would have waited. */
class Passing extends Backoff {
  readonly #pass: (ms: number) => void
  constructor(pass: (ms: number) => void) {
    super(() => 0)
    this.#pass = pass
  }
  override next(retryAfterMs: number | null): number {
    this.#pass(super.next(retryAfterMs))
    return 0
  }
}

test('a day without the server loses nothing: all of it arrives in order, once, and the server is asked every five minutes', async () => {
  const [hour, start] = [3_600_000, Date.UTC(2026, 10, 25, 12)]
  const clock = { now: start }
  const path24 = join(path, 'day')
  spool = await openSpool(await openFolder(path24), { losses, now: () => clock.now, mostBytes: 1 << 30 })
  const added: Promise<void>[] = []
  product.away = true
  let tries = 0
  const backoff = new Passing((ms) => {
    tries++
    expect(ms).toBeLessThanOrEqual(300_000)
    clock.now += ms
    while (added.length < Math.min(24, (clock.now - start) / hour))
      added.push(spool.add(segmentSaying(added.length + 1)))
    if (clock.now - start >= 24 * hour) product.away = false
  })
  await spool.add(segmentSaying(0))
  const ended = new AbortController()
  const shipping: Shipping = { failingSince: null, error: null }
  const connection = connect({ token: product.token, server: product.url })
  const shipped = ship(connection, spool, { signal: ended.signal, now: () => clock.now, shipping, backoff })
  await expect.poll(() => product.batches.size, { interval: 5 }).toBe(25)
  await expect.poll(() => spool.state().batches, { interval: 5 }).toBe(0)
  ended.abort()
  await shipped
  connection.close()
  expect(arrived()).toEqual(Array.from({ length: 25 }, (_, number) => number))
  expect(arrivals()).toEqual(Array.from({ length: 25 }, () => 1))
  expect(tries).toBeLessThan(24 * 12 + 20)
  for (const [id, { sentAt }] of product.batches) {
    expect(sentAt).toBeGreaterThanOrEqual(start + 24 * hour)
    expect(timeOf(id) - start).toBeLessThan(24 * hour)
  }
  expect([losses.all(), shipping]).toEqual([{}, { failingSince: null, error: null }])
})

test.each([413, 422])(
  'one that is refused for good (%i) lies aside, and the next is sent',
  async (status) => {
    product.manners.push({ status })
    await Promise.all([1, 2].map((number) => spool.add(segmentSaying(number))))
    const { waits } = await shipAll({ server: product.url })
    expect(arrived()).toEqual([2])
    expect(waits).toEqual([])
    expect(spool.state()).toMatchObject({ aside: 1 })
    expect(losses.all()).toEqual({ 'set-aside': 1 })
  },
)

test('a token that ended lays aside what is tried, one after each wait', async () => {
  await spool.add(segmentSaying(1))
  const done = (shipping: Shipping): boolean => shipping.error !== null && spool.state().aside === 1
  const { waits, shipping } = await shipAll({ server: product.url, token: 'nfs_other' }, done)
  expect(waits).toEqual([null])
  expect(String(shipping.error)).toContain('401: No such sensor.')
})

const certificate = () => generate([{ name: 'commonName', value: 'noise.example' }], { keySize: 2048 })

test('only the certificate that was named is spoken to, and without a name only one that authorities vouch for', async () => {
  const own = await certificate()
  const tls = await startProduct(wanted(), { key: own.private, cert: own.cert })
  tls.token = product.token
  await spool.add(segmentSaying(1))
  const sha256 = await fingerprintOf(own.cert)
  const isRefused = ({ error }: Shipping): boolean => error !== null
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    for (const fingerprint of [undefined, sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))]) {
      const to = { server: tls.url, ...(fingerprint && { fingerprint }) }
      const { shipping } = await shipAll(to, isRefused)
      expect(isTlsError(shipping.error)).toBe(true)
    }
    expect(tls.calls).toEqual([])
    await shipAll({ server: tls.url, fingerprint: sha256 })
    expect([...tls.batches.keys()]).toHaveLength(1)
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    await tls.close()
  }
})

async function fingerprintOf(pem: string): Promise<string> {
  const { X509Certificate } = await import('node:crypto')
  return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
}

test('waits double from a second to five minutes, shortened by up to half, and never undercut what is asked for', () => {
  const longest = new Backoff(() => 0)
  expect(Array.from({ length: 11 }, () => longest.next(null) / 1000)).toEqual([
    1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300,
  ])
  expect(new Backoff(() => 1).next(null)).toBe(500)
  expect(new Backoff(() => 0).next(60_000)).toBe(60_000)
  longest.reset()
  expect(longest.next(null)).toBe(1000)
})
