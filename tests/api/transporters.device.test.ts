import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { carriedLimits } from '#model/sensor/device.ts'
import { builtAgent } from '#sensor/testing/built.ts'
import { privateAddress } from '#sensor/testing/private-address.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'

/** A device in a private network, its transporter, and a sensor elsewhere that shows it: all as they are installed. */

/** Of the sensor's ports on this machine, where the device has the profile's own; below those that the kernel gives to clients. */
const offset = 1500
const address = privateAddress() ?? ''

let inside: Inside
let folder: string
let agent: string
let device: Server
let other: Server
let port: number
let profile: string
let sensor: string
let transporter: ChildProcess
const ada = browserAt(() => inside.url)
const started: ChildProcess[] = []
const strangers: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noisefloor-device-'))
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(PLANS_FILE, 'offerings: { vip: { entitlements: [feature-sensors] } }\n')
  ;[inside, agent] = await Promise.all([openInside({ PLANS_FILE }), builtAgent(folder)])
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
  device = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (said) => {
      if (String(said).startsWith('much'))
        for (let sent = 0; sent < 40; sent++) socket.write(Buffer.alloc(100_000))
      else socket.end(`the device was told ${said}`)
    })
  })
  other = createServer((socket) => void strangers.push(String(socket.remoteAddress)))
  for (const server of [device, other]) {
    for (let at = 29_000 + Math.floor(Math.random() * 900); ; at++) {
      server.listen(at, address)
      const [why] = await Promise.race([once(server, 'listening'), once(server, 'error')])
      if (!why) break
    }
  }
  port = (device.address() as AddressInfo).port
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  device?.close()
  other?.close()
  await inside?.close()
  rmSync(folder, { recursive: true, force: true })
})

const hardware = (changes: object = {}) => ({
  name: 'Our printer',
  description: 'The printer of the hall.',
  author: 'Ada',
  tier: 'community',
  categories: ['printer'],
  operating_system: 'unknown',
  cves: [],
  ports: [{ port, transport: 'tcp', protocol: 'http' }],
  credentials: [],
  device: { address },
  ...changes,
})

const run = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [agent, ...args], { stdio: 'ignore' })
  started.push(child)
  return child
}

/** What a visitor of the sensor is told. */
async function visit(said: string): Promise<Buffer> {
  const socket = createConnection(port + offset, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (bytes: Buffer) => heard.push(bytes)).on('error', () => undefined)
  socket.write(said)
  // Also one that is reset is closed.
  await new Promise((resolve) => socket.on('close', resolve))
  return Buffer.concat(heard)
}

const page = () => `/api/workspace/profiles/${profile}`

const image = () => ada.ask(`/api/workspace/profiles/image?profile=${profile}`)

/** The files of a tar as the system's own program unpacks them. */
function unpacked(bytes: Buffer): (name: string) => string {
  const at = mkdtempSync(join(folder, 'image-'))
  execFileSync('tar', ['-x', '-C', at], { input: gunzipSync(bytes) })
  execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: at })
  return (name) => readFileSync(join(at, name), 'utf8')
}

test('a profile of a device names one address of a private network and TCP ports; a plan may leave the type out', async () => {
  for (const [wrong, word] of [
    [{ device: { address: '8.8.8.8' } }, 'private network'],
    [{ device: { address: '127.0.0.1' } }, 'private network'],
    [{ device: { address: 'printer.local' } }, 'private network'],
    [{ ports: [{ port: 53, transport: 'udp', protocol: 'dns' }] }, 'Only TCP'],
    [{ catch_all: [{ from: 1, to: 9, transport: 'tcp' }] }, 'catch-all'],
  ] as const) {
    const refused = await ada.json('/api/workspace/profiles', 'POST', hardware(wrong))
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(word)])
  }
  await makePerson(inside, { email: 'vip@example.org', offering: 'vip' })
  const vip = browserAt(() => inside.url)
  await vip.signIn('vip@example.org')
  expect((await vip.json('/api/workspace/profiles', 'POST', hardware())).status).toBe(403)
  const made = await ada.json('/api/workspace/profiles', 'POST', hardware())
  const said = (await made.json()) as { id: string }
  expect(said).toMatchObject({ type: 'hardware', device: { address }, transporter: { is_ready: false } })
  profile = said.id
  expect((await vip.ask('/api/workspace/profiles/image')).status).toBe(403)
})

test('its image is the same archive each time, with cloud-init’s files, the agent, its unit and the SHA-256 of each', async () => {
  const [one, two] = await Promise.all([image(), image()])
  const bytes = Buffer.from(await one.arrayBuffer())
  expect(Buffer.from(await two.arrayBuffer()).equals(bytes)).toBe(true)
  expect(one.headers.get('x-sha256')).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(one.headers.get('cache-control')).toBe('no-store')
  const read = unpacked(bytes)
  const { write_files: files } = parse(read('user-data')) as {
    write_files: { path: string; content: string }[]
  }
  expect(
    files.map(({ path, content }) => [path, gunzipSync(Buffer.from(content, 'base64')).toString()]),
  ).toEqual([
    ['/opt/noisefloor-transporter/agent.mjs', read('agent.mjs')],
    ['/etc/systemd/system/noisefloor-transporter.service', read('noisefloor-transporter.service')],
    ['/etc/noisefloor-transporter/transporter.json', read('transporter.json')],
  ])
  expect(JSON.parse(read('transporter.json'))).toMatchObject({ device: address, ports: [port] })
})

test('without its transporter the sensor hangs up; with it a visitor talks with the device, and the session is seen', async () => {
  const install = await ada.json('/api/workspace/sensors/installs', 'POST', { profile })
  const { command } = (await install.json()) as { command: string }
  const token = /nfi_[\w-]{43}/.exec(command)?.[0] ?? ''
  const data = ['--folder', join(folder, 'sensor')]
  const [code] = await once(run('enroll', '--server', inside.url, '--token', token, ...data), 'exit')
  expect(code).toBe(0)
  run('run', '--no-capture', '--port-offset', String(offset), ...data)
  const { sensors } = (await (await ada.ask('/api/workspace/sensors')).json()) as {
    sensors: { id: string }[]
  }
  sensor = sensors[0]?.id ?? ''
  const listens = async () =>
    ((await (await ada.ask(`/api/workspace/sensors/${sensor}`)).json()) as { listening: unknown[] }).listening
  await expect.poll(listens, { interval: 200 }).toEqual([{ port, transport: 'tcp', protocol: 'http' }])
  expect((await visit('hello')).length).toBe(0)
  const sensorNow = async () => (await ada.ask(`/api/workspace/sensors/${sensor}`)).json()
  await expect
    .poll(sensorNow, { interval: 500 })
    .toMatchObject({ status: 'degraded', reason: expect.stringContaining('no transporter carries them') })
  const settings = join(folder, 'transporter.json')
  writeFileSync(settings, unpacked(Buffer.from(await (await image()).arrayBuffer()))('transporter.json'))
  transporter = run('transport', settings)
  const isReady = async () => ((await (await ada.ask(page())).json()) as { transporter: object }).transporter
  await expect.poll(isReady, { interval: 200 }).toMatchObject({ is_ready: true })
  expect(String(await visit('hello'))).toBe('the device was told hello')
  const latest = async () =>
    ((await (await ada.ask(`/api/workspace/sensors/${sensor}`)).json()) as { latest: object[] }).latest
  await expect
    .poll(latest, { interval: 500 })
    .toContainEqual(expect.objectContaining({ destination_port: port, source_ip: '127.0.0.1' }))
})

test('what is carried is bounded: the bytes of a connection, and the connections of one source', async () => {
  expect((await visit('much')).length).toBeLessThanOrEqual(carriedLimits.bytes)
  const quiet = Array.from({ length: carriedLimits.connectionsPerSource }, () =>
    createConnection(port + offset, '127.0.0.1').on('error', () => undefined),
  )
  await Promise.all(quiet.map((socket) => once(socket, 'connect')))
  expect((await visit('one more')).length).toBe(0)
  for (const socket of quiet) socket.destroy()
  await expect.poll(async () => String(await visit('again')), { interval: 100 }).toContain('again')
  expect(strangers, 'another port of the device').toEqual([])
})

test('no other token opens these calls, and a transporter’s opens no other; it ends when the device is another', async () => {
  const { token } = JSON.parse(readFileSync(join(folder, 'transporter.json'), 'utf8')) as { token: string }
  const ask = (path: string, bearer: string) =>
    fetch(new URL(path, inside.url), { headers: { authorization: `Bearer ${bearer}` } })
  const { sensorToken } = JSON.parse(readFileSync(join(folder, 'sensor/settings.json'), 'utf8')) as {
    sensorToken: string
  }
  const next = '/api/sensor/transporter/next'
  const other = token[40] === 'A' ? 'B' : 'A'
  for (const [path, bearer] of [
    [next, sensorToken],
    [next, `${token.slice(0, 40)}${other}${token.slice(41)}`],
    ['/api/sensor/config', token],
    ['/api/workspace/profiles', token],
  ] as const)
    expect([path, (await ask(path, bearer)).status]).toEqual([path, 401])
  expect((await ask(next, token)).status).toBe(204)
  transporter.kill('SIGKILL')
  await ada.json(page(), 'PUT', hardware({ name: 'The same printer' }))
  expect((await ask(next, token)).status).toBe(204)
  await ada.json(page(), 'PUT', hardware({ device: { address: '10.0.0.9' } }))
  expect((await ask(next, token)).status).toBe(401)
})
