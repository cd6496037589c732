import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from './captures.ts'
import { type Product, startProduct } from './start.ts'

/** Lists and what goes wrong with them: servers that die, senders that leave, and whatever is sent to do harm. */

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(async () => {
  await product.stop('SIGKILL')
  product.remove()
})

const base = '/api/ip/analysis'
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(new URL(path, product.url), { ...init, headers: { key: product.key } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const send = (body: string | Uint8Array<ArrayBuffer>) => ask(base, { method: 'POST', body })
const over = (uuid: unknown) =>
  eventually(
    () => ask(`${base}/${String(uuid)}`),
    ({ body: { state } }) => !['queued', 'running'].includes(String(state)),
  )

/** Files of lists and results on the disk. */
const files = (): string[] =>
  readdirSync(join(product.dataFolder, 'analyses'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** Different addresses, so many. */
const addresses = (count: number): string =>
  Array.from({ length: count }, (_, at) => `20.${at >>> 16}.${(at >>> 8) & 255}.${at & 255}\n`).join('')

test('a server that is killed while it reads a list reads it after the next start', async () => {
  const { body } = await send(addresses(1_000_000))
  await product.stop('SIGKILL')
  const { dataFolder } = product
  product = await startProduct({ dataFolder })
  const { body: done } = await over(body['uuid'])
  expect(done).toMatchObject({ state: 'completed', totals: { submitted: 1_000_000, unique: 1_000_000 } })
})

test('a list that somebody cancels ends, and nothing of it is left on the disk', async () => {
  const before = files()
  const { body } = await send(addresses(1_000_000))
  expect((await ask(`${base}/${String(body['uuid'])}/cancel`, { method: 'POST' })).status).toBe(200)
  // At once, whoever still reads it.
  expect((await ask(`${base}/${String(body['uuid'])}`)).body).toMatchObject({ state: 'cancelled' })
  expect((await ask(`${base}/${String(body['uuid'])}`, { method: 'DELETE' })).status).toBe(200)
  await expect.poll(files).toEqual(before)
})

test('what was sent goes when its list is read; of a removed analysis nothing is left', async () => {
  const before = files()
  const { body } = await send('8.8.8.8')
  await over(body['uuid'])
  // The result alone.
  await expect.poll(files).toHaveLength(before.length + 1)
  await ask(`${base}/${String(body['uuid'])}`, { method: 'DELETE' })
  await expect.poll(files).toEqual(before)
})

test('a sender that leaves half-way leaves nothing', async () => {
  const before = files()
  await new Promise<void>((done) => {
    const sent = request(new URL(base, product.url), {
      method: 'POST',
      headers: { key: product.key, 'content-length': 10_000_000 },
    })
    sent.on('error', () => done())
    // More than what a server waits for before it begins to read.
    sent.write(addresses(200_000))
    setTimeout(() => sent.destroy(), 200)
  })
  await expect.poll(files).toEqual(before)
  expect((await send('8.8.8.8')).status).toBe(200)
})

describe('twenty at once of the worst', () => {
  const deep = `${'['.repeat(2_000_000)}"8.8.8.8"`
  const one = '8.8.8.8'.repeat(1_000_000)
  const invalid = '300.1.1.1\n'.repeat(500_000)
  const long = `${':'.repeat(3_000_000)}${'1.'.repeat(1_000_000)}`
  const zeros = `8.8.8.8 ${'\0'.repeat(1_000_000)}`

  test('are each answered in plain words, and the server goes on', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send([deep, one, invalid, long, zeros][at % 5]!)),
    )
    for (const { status, body } of all) {
      expect([status, String(body['message'] ?? '')]).toEqual([200, ''])
      const { body: done } = await over(body['uuid'])
      expect([done['state'], done['error']]).toEqual([
        done['state'],
        done['state'] === 'completed' ? '' : expect.stringMatching(/^Could not create|^File type/),
      ])
    }
    expect((await ask('/readyz')).status).toBe(200)
    expect(statSync(join(product.dataFolder, 'analyses', 'incoming')).isDirectory()).toBe(true)
  })
})
