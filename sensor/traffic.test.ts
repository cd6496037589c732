import { createSocket } from 'node:dgram'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DecoyPort } from '#model/sensor/profile.ts'
import { defaultLimits, type SensorConfig } from '#model/sensor/protocol.ts'
import type { HostWatch } from './capture/host-watch.ts'
import { connect, type Connection } from './connection/connection.ts'
import { profileOf } from './decoys/testing/opened.ts'
import { samples } from './decoys/testing/samples.ts'
import { Losses } from './losses.ts'
import { openFolder } from './settings/folder.ts'
import { openSpool } from './spool/spool.ts'
import { openTraffic, type Traffic } from './traffic.ts'

const portOffset = 26_000

let path = ''
let traffic: Traffic
/** A server that takes what is carried, and says nothing to it. */
let holding: Server
let carrying: Connection
/** What the host looks like. */
let addresses: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  path = await mkdtemp(join(tmpdir(), 'noisefloor-traffic-'))
  addresses = ['127.0.0.1']
  const losses = new Losses()
  const spool = await openSpool(await openFolder(path), { losses, now: Date.now, mostBytes: 1 << 30 })
  const none = { tcp: new Set<number>(), udp: new Set<number>() }
  const facts = { decoys: none, taken: none, network: new Set<number>(), connections: new Set<string>() }
  const watch: HostWatch = {
    look: () => Promise.resolve({ facts: { ...facts, own: new Set(addresses) }, filter: '', addresses }),
    isTaken: () => false,
  }
  holding = createServer((socket) => socket.on('error', () => {}))
  const server = new URL(`http://127.0.0.1:${await listening(holding)}`)
  carrying = connect({ server: server.href })
  const options = { server, interface: 'any', portOffset, carrying, capture: false }
  traffic = openTraffic(spool, losses, options, watch)
})
afterEach(async () => {
  await traffic.close()
  carrying.close()
  holding.close()
  vi.useRealTimers()
  await rm(path, { recursive: true, force: true })
})

async function listening(other: Server, ...at: [] | [port: number, host: string]): Promise<number> {
  await new Promise<void>((resolve) => other.listen(at[0] ?? 0, at[1] ?? '127.0.0.1', resolve))
  return (other.address() as AddressInfo).port
}

const device = { address: '192.168.1.50' }
const web = { port: 80, transport: 'tcp', protocol: 'http' } as const

const configOf = (ports: DecoyPort[], shown: Pick<SensorConfig['profile'], 'device'> = {}): SensorConfig => ({
  version: 1,
  profile: { ...profileOf(ports), ...shown },
  capture: { isOn: false, excluded: [], networkPorts: [], segmentBytes: 1 << 20, segmentMs: 1000 },
  limits: defaultLimits,
  heartbeatMs: 5000,
})
/** Between two looks at the host. */
const lookAgain = () => vi.advanceTimersByTimeAsync(3000)

test.each([
  ['of a decoy', {}],
  ['of a device', { device }],
])(
  'a port %s that another program had is opened when that has gone, and the server is told at once',
  async (_, shown) => {
    const other = createServer()
    await listening(other, web.port + portOffset, '::')
    await traffic.apply(configOf([web], shown))
    expect(traffic.ports).toMatchObject([{ port: 80, error: expect.stringContaining('EADDRINUSE') }])
    const told = vi.fn<() => void>()
    traffic.capture.changed = told
    await new Promise((resolve) => other.close(resolve))
    await expect.poll(() => lookAgain().then(() => traffic.ports)).toMatchObject([{ port: 80, error: null }])
    expect(told).toHaveBeenCalledTimes(1)
  },
)

test('whoever is carried to a device stays connected while another of its ports is tried again', async () => {
  const other = createServer()
  await listening(other, web.port + portOffset, '::')
  const open = { ...web, port: 81 }
  await traffic.apply(configOf([web, open], { device }))
  let heard = ''
  holding.on('connection', (socket) => socket.on('data', (bytes) => void (heard += String(bytes))))
  const visitor = connectTo(open.port + portOffset, '127.0.0.1').on('error', () => {})
  visitor.write('hello')
  await expect.poll(() => heard).toContain('hello')
  await new Promise((resolve) => other.close(resolve))
  await expect
    .poll(() => lookAgain().then(() => traffic.ports))
    .toMatchObject([{ error: null }, { error: null }])
  visitor.write('still here')
  await expect.poll(() => heard).toContain('still here')
  visitor.destroy()
})

test('a port of datagrams answers at an address that the host was given later', async () => {
  const [question = Buffer.alloc(0)] = samples.find(({ protocol }) => protocol === 'dns')?.said ?? []
  await traffic.apply(configOf([{ port: 53, transport: 'udp', protocol: 'dns' }]))
  addresses = ['127.0.0.1', '127.0.0.2']
  const from: string[] = []
  const socket = createSocket('udp4').on('message', (_, { address }) => from.push(address))
  const asked = async () => {
    await lookAgain()
    socket.send(question, 53 + portOffset, '127.0.0.2')
    return from
  }
  await expect.poll(asked).toContain('127.0.0.2')
  socket.close()
})
