import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decoyInterface } from '#model/sensor/event.ts'
import { builtAgent } from './testing/built.ts'
import { eventsOf, packetsOf } from './testing/segment.ts'
import { type Product, startProduct, wanted } from './testing/product.ts'

/** Below the ports that the kernel gives to clients: one that asks until somebody listens could meet itself. */
const offset = 23_000

let path = ''
let folder = ''
let main = ''
let product: Product
const started = new Set<ChildProcess>()

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-agent-'))
  folder = join(path, 'agent')
  main = await builtAgent(path)
  product = await startProduct(wanted())
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await product.close()
  await rm(path, { recursive: true, force: true })
})

function agent(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...args, '--folder', folder])
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

async function ended(child: ChildProcess): Promise<{ code: number; said: string }> {
  const [out, error, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { code, said: out + error }
}

const running = (): ChildProcess => agent('run', '--no-capture', '--port-offset', String(offset))
const lastBeat = (): Record<string, unknown> => product.heartbeats.at(-1) ?? {}
const checkOf = (name: string): unknown =>
  (lastBeat()['checks'] as { name: string }[] | undefined)?.find((check) => check.name === name)

/** What a port of the profile says first. */
async function greetingOf(port: number): Promise<string> {
  const socket = createConnection(port + offset, '127.0.0.1')
  const [bytes] = await once(socket, 'data')
  // The program may be killed before this connection is closed: that is no failure.
  socket.on('error', () => undefined).end()
  return String(bytes)
}

test('without being enrolled it says what to do, and plain http goes to this machine alone', async () => {
  expect(await ended(agent('run'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('enroll this host'),
  })
  const remote = ['enroll', '--server', 'http://noise.example', '--token', 'nfi_once']
  expect(await ended(agent(...remote))).toMatchObject({
    code: 2,
    said: expect.stringContaining('plain http only to this machine'),
  })
})

test('a one-time token makes it a sensor, once; what it keeps is nobody else’s to read', async () => {
  const enroll = (): ChildProcess => agent('enroll', '--server', product.url, '--token', '-')
  const first = enroll()
  first.stdin?.end('nfi_once\n')
  expect(await ended(first)).toMatchObject({ code: 0, said: expect.stringContaining('sensor "edge"') })
  const again = enroll()
  again.stdin?.end('nfi_other\n')
  expect(await ended(again)).toMatchObject({ code: 0, said: expect.stringContaining('Already sensor one') })
  for (const name of ['settings.json', 'config.json'])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('it tells how it is, answers as its profile, and sends what was said', async () => {
  const child = running()
  const over = ended(child)
  await expect.poll(() => lastBeat()['config_version'], { interval: 20 }).toBe(1)
  expect(checkOf('capture')).toMatchObject({ state: 'ok' })
  expect(checkOf('decoys')).toMatchObject({ state: 'ok', detail: '1 ports listen.' })
  expect(lastBeat()['listening']).toEqual([{ port: 22, transport: 'tcp', protocol: 'ssh' }])
  expect(await greetingOf(22)).toMatch(/^SSH-2\.0-/)
  await expect.poll(() => product.batches.size, { interval: 50 }).toBe(1)
  const [segment = Buffer.alloc(0)] = product.captures()
  const packets = packetsOf(segment)
  expect(new Set(packets.map((one) => one.interface))).toEqual(new Set([decoyInterface]))
  expect(Buffer.concat(packets.map(({ frame }) => frame)).toString('latin1')).toContain('SSH-2.0-')
  expect(eventsOf(packets)).toEqual([])

  // Another in the same folder would remove what this one writes.
  expect(await ended(running())).toMatchObject({
    code: 1,
    said: expect.stringContaining('another agent works'),
  })

  const profile = { ...(product.config['profile'] as object), name: 'Mail' }
  const ports = [{ port: 21, transport: 'tcp', protocol: 'ftp', options: { banner: 'a switched profile' } }]
  product.config = { ...product.config, version: 2, profile: { ...profile, ports } }
  product.changed()
  await expect.poll(() => lastBeat()['config_version'], { interval: 20 }).toBe(2)
  expect(await greetingOf(21)).toContain('a switched profile')

  child.kill('SIGTERM')
  expect(await over).toMatchObject({ code: 0 })
  expect(await readdir(join(folder, 'spool'))).toHaveLength(1)
})

test('without tcpdump it says so, and sends what its decoys heard', async () => {
  const child = spawn(process.execPath, [main, 'run', '--port-offset', String(offset), '--folder', folder], {
    env: { PATH: join(path, 'nowhere') },
  })
  started.add(child)
  const over = ended(child)
  const known = product.batches.size
  const isSaid = (): boolean => JSON.stringify(checkOf('capture')).includes('tcpdump is not installed')
  await expect.poll(isSaid, { interval: 20 }).toBe(true)
  expect(checkOf('capture')).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('Decoys only'),
  })
  expect(await greetingOf(21)).toContain('a switched profile')
  // And what the run before left.
  await expect.poll(() => product.batches.size, { interval: 50 }).toBeGreaterThanOrEqual(known + 2)
  child.kill('SIGTERM')
  await over
})

test('without its server it works by what it was told last, and later everything arrives', async () => {
  const { batches } = product
  const token = product.token
  await product.close()
  const child = running()
  const over = ended(child)
  await expect.poll(() => greetingOf(21).catch(() => ''), { interval: 50 }).toContain('a switched profile')
  const spooled = async (): Promise<number> => (await readdir(join(folder, 'spool'))).length
  await expect.poll(spooled, { interval: 50 }).toBeGreaterThanOrEqual(1)
  child.kill('SIGKILL')
  await over

  const settings = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))
  product = await startProduct({ ...wanted(2), ...product.config }, undefined, new URL(settings.server).port)
  product.token = token
  product.batches = batches
  const again = running()
  const end = ended(again)
  await expect.poll(spooled, { interval: 50 }).toBe(0)
  expect(batches.size).toBeGreaterThanOrEqual(3)
  expect([...batches.values()].map(({ arrivals }) => arrivals)).toEqual([...batches].map(() => 1))
  again.kill('SIGTERM')
  await end
})

test('a sensor that leaves is none any more', async () => {
  expect(await ended(agent('leave'))).toMatchObject({
    code: 0,
    said: expect.stringContaining('no longer a sensor'),
  })
  expect(product.calls).toContain('POST /api/sensor/leave')
  expect(await ended(agent('leave'))).toMatchObject({
    code: 0,
    said: expect.stringContaining('is no sensor'),
  })
})
