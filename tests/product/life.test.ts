import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { version } from '#model/version.ts'
import { call, captureOf, upload, webVisit, eventually } from './captures.ts'
import { ownerLink } from '../browser/first-owner.ts'
import { niceOfThreads } from './processes.ts'
import { root, startProduct, type Product, type StartOptions } from './start.ts'

const started: Product[] = []
const start = async (options: StartOptions): Promise<Product> => {
  const product = await startProduct(options)
  started.push(product)
  return product
}
afterAll(async () => {
  for (const product of started) {
    await product.stop('SIGKILL')
    product.remove()
  }
})

test('a first start serves, keeps its key private, stops cleanly; a second start still knows everything', async () => {
  const began = Date.now()
  const first = await start({ bare: true })
  expect(statSync(join(first.dataFolder, 'local-key')).mode & 0o777).toBe(0o600)
  for (const name of readdirSync(first.dataFolder))
    // What is being written has another name until it is whole, and is gone then.
    expect((statSync(join(first.dataFolder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077, name).toBe(
      0,
    )
  // A browser keeps no passkey for an address of numbers.
  const withPasskeys = `The same with passkeys: ${first.url.replace('127.0.0.1', 'localhost')}`
  await expect.poll(first.output, { timeout: 60_000 }).toContain(withPasskeys)
  // The link that makes the owner's account lies in a file where nobody reads a terminal, and is never in the log.
  expect(first.output()).not.toContain(await ownerLink(first))
  expect((await call(first, '/healthz')).body).toEqual({ status: 'alive' })
  expect((await call(first, '/readyz')).body).toMatchObject({ ready: true, analytics: 'ok', database: 'ok' })
  expect(
    (
      await fetch(new URL('/metrics', first.url), { headers: { key: first.key } }).then((r) => r.text())
    ).includes('noisefloor_spool_sessions'),
  ).toBe(true)
  expect(
    (await upload(first, captureOf([webVisit('198.18.1.1', { uri: '/kept' }, began - 1000)]))).body,
  ).toMatchObject({ sessions: 1, duplicate: false })
  expect(await first.stop()).toBe(0)

  // Whatever the shell says, pages are rendered by the production build.
  const second = await start({ dataFolder: first.dataFolder, environment: { NODE_ENV: 'development' } })
  const measured = await fetch(new URL('/metrics', second.url), { headers: { key: second.key } })
  expect(await measured.text()).toContain(`noisefloor_build_info{version="${version}",react="production"} 1`)
  expect((await fetch(second.url)).status).toBe(200)
  // Elsewhere nothing gives way (model/give-way.ts).
  if (process.platform === 'linux') {
    const pid = second.process.pid ?? 0
    expect(new Set(niceOfThreads(pid, 'V8Worker'))).toEqual(new Set([Math.max(5, getPriority(pid))]))
  }
  expect(second.key).toBe(first.key)
  await eventually(
    () => call(second, '/v3/ip/198.18.1.1'),
    ({ status }) => status === 200,
  )
  expect(await second.stop('SIGINT')).toBe(0)
})

test('a second server on the same folder says so and leaves the first alone', async () => {
  const first = await start({})
  await expect(startProduct({ dataFolder: first.dataFolder })).rejects.toThrow(
    `ready:\nAnother Noisefloor server uses ${first.dataFolder}`,
  )
  expect((await call(first, '/readyz')).status).toBe(200)
  const node = join(root, 'node_modules', '.bin', 'node')
  const status = spawnSync(node, [join(root, 'cli', 'main.ts'), 'status'], {
    env: { NOISEFLOOR_DATA: first.dataFolder },
    encoding: 'utf8',
  })
  expect(status.stdout).toMatch(/^ready +yes$/m)
  expect(status.status).toBe(0)
  await first.stop()
})

test('a data folder that cannot be one is named in one line', async () => {
  await expect(startProduct({ dataFolder: join(root, 'package.json') })).rejects.toThrow(
    /ready:\nThe data folder \S+package\.json cannot be used/,
  )
})

test('a wrong setting is named and nothing is started', async () => {
  await expect(startProduct({ environment: { PORT: 'eighty' } })).rejects.toThrow('PORT')
})

test('the version is that of the package', () => {
  expect((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version).toBe(
    version,
  )
})
