import { type ChildProcess } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PcapReader } from '#packet/capture/pcap.ts'
import { PacketReader } from '../flows/packet.ts'
import { openFolder } from '../settings/folder.ts'
import { writeSettings } from '../settings/settings.ts'
import { builtAgent } from '../testing/built.ts'
import { programOf } from '../testing/install-host.ts'
import { twoNetworks } from '../testing/networks.ts'
import { type Product, startProduct, wanted } from '../testing/product.ts'
import { eventsOf, packetsOf, type ReadPacket } from '../testing/segment.ts'

const programs = fileURLToPath(new URL('../testing/in-network.ts', import.meta.url))
const server = '10.99.0.2'
const stranger = '10.99.0.3'
const administrator = '10.99.0.4'
const here = '10.99.0.1'

let path = ''
let product: Product
let networks: Awaited<ReturnType<typeof twoNetworks>>
let agent: ChildProcess
/** Sees everything that goes over the cable. */
let watching: ChildProcess
const started: ChildProcess[] = []

async function start(of: 'sensor' | 'others', ...args: string[]): Promise<ChildProcess> {
  const child = networks[of].start(process.execPath, programs, ...args)
  started.push(child)
  await once(child, 'message')
  return child
}

const strace = programOf('strace')
if (!strace) console.log('No strace here: what the agent starts and writes was not watched.')
const trace = (): string => join(path, 'trace')
const calls =
  'execve,openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,symlink'
const traced = (program: string): string[] => [
  program,
  '-f',
  '--seccomp-bpf',
  '-o',
  trace(),
  '-e',
  `trace=${calls}`,
]

const strangerSays = (port: number, said: string, from = stranger) =>
  networks.others.run(process.execPath, programs, 'connect', from, here, String(port), said)

const packets = (): ReadPacket[] => product.captures().flatMap((capture) => packetsOf(capture))
const frames = (): Buffer[] => packets().map(({ frame }) => frame)
const seen = (): string => Buffer.concat(frames()).toString('latin1')

/** Resolves when the agent works by the configuration of this number. */
const heardOf = (version: number) =>
  expect.poll(() => product.heartbeats.at(-1)?.['config_version'], { interval: 20 }).toBe(version)

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-capture-'))
  networks = await twoNetworks(
    [`${here}/24`, 'fd99::1/64'],
    [`${server}/24`, `${stranger}/24`, `${administrator}/24`, 'fd99::3/64'],
  )
  const own = await generate([{ name: 'commonName', value: 'noise.example' }], { keySize: 2048 })
  const config = wanted()
  config['capture'] = {
    is_on: true,
    excluded: [administrator],
    network_ports: [8088],
    segment_bytes: 1_000_000,
    segment_ms: 100,
  }
  config['profile'] = {
    ...(config['profile'] as object),
    ports: [{ port: 21, transport: 'tcp', protocol: 'ftp' }],
  }
  const socket = join(path, 'product.sock')
  product = await startProduct(config, { key: own.private, cert: own.cert }, socket)
  await start('others', 'relay', server, '8443', socket)
  await start('others', 'program', '9000')
  await start('sensor', 'program', '8080')
  await start('sensor', 'program', '8088')
  const folder = await openFolder(join(path, 'agent'))
  await writeSettings(folder, {
    server: `https://${server}:8443`,
    sensorId: 'one',
    sensorToken: product.token,
    fingerprint: new X509Certificate(own.cert).fingerprint256.replaceAll(':', '').toLowerCase(),
  })
  const watch = [
    '-U',
    '-w',
    join(path, 'sent.pcap'),
    '-i',
    'cable',
    '-Z',
    'root',
    '-Q',
    'inout',
    'tcp or udp',
  ]
  watching = networks.sensor.start('tcpdump', ...watch)
  started.push(watching)
  const [listening] = await once(watching.stderr!, 'data')
  expect(String(listening)).toContain('tcpdump')
  const run = [process.execPath, await builtAgent(path), 'run', '--folder', folder.path]
  agent = networks.sensor.start(
    ...((strace ? traced(strace) : ([] as string[])).concat(run) as [string, ...string[]]),
  )
  started.push(agent)
})

afterAll(async () => {
  for (const child of started.toReversed()) child.kill('SIGKILL')
  networks?.close()
  await product?.close()
  await rm(path, { recursive: true, force: true })
})

test('what reaches the host arrives; what is the host’s, an administrator’s or the agent’s own does not', async () => {
  await heardOf(1)
  const isCapturing = () => JSON.stringify(product.heartbeats.at(-1)).includes('"capture","state":"ok"')
  await expect.poll(isCapturing, { interval: 20 }).toBe(true)
  strangerSays(8080, 'to a program of the host')
  strangerSays(83, 'never sent', administrator)
  networks.sensor.run(process.execPath, programs, 'connect', '', stranger, '9000', 'begun by the host')
  strangerSays(8088, 'to a program whose visitors are counted')
  strangerSays(81, 'never sent')
  strangerSays(21, 'USER root\r\nPASS toor\r\nQUIT\r\n')
  networks.others.run(process.execPath, programs, 'connect', 'fd99::3', 'fd99::1', '82')
  const ports = (): number[] => frames().map((frame) => destinationPort(frame))
  await expect.poll(ports, { interval: 50 }).toEqual(expect.arrayContaining([21, 81, 82, 8088]))
  // Those came before, and are the only ones that could be later: what lies in the same segments or none.
  for (const port of [8080, 83, 9000, 8443]) expect(ports()).not.toContain(port)
  expect(seen()).not.toMatch(/begun by|to a program|the answer/)
  // What the decoy understood stands beside the packets in which it was said.
  const login = { kind: 'login', protocol: 'ftp', user: 'root', password: 'toor' }
  const withLogin = (): ReadPacket[] => packets().filter((packet) => eventsOf([packet]).length > 0)
  await expect.poll(() => eventsOf(withLogin()), { interval: 50 }).toMatchObject([login])
  expect(withLogin().map(({ frame }) => destinationPort(frame))).toEqual([21])
  expect(seen()).toContain('PASS toor')
})

test('ports of a program that starts later are left alone, and nothing is missed or doubled while the filter changes', async () => {
  const sending = await start('others', 'datagrams', here, '161')
  const numbers = (): number[] => [...seen().matchAll(/datagram (\d+);/g)].map(([, number]) => Number(number))
  await start('sensor', 'program', '8081')
  for (let version = 2; version <= 4; version++) {
    // Each change of what is excluded is another filter.
    product.config = { ...product.config, version }
    const { capture } = product.config as unknown as { capture: { excluded: string[] } }
    capture.excluded = [administrator, `203.0.113.${version}`]
    product.changed()
    await heardOf(version)
  }
  strangerSays(8081, 'to a program that came later')
  // However fast that went: what is watched below is to be more than a few.
  await expect.poll(() => numbers().length, { interval: 20 }).toBeGreaterThan(100)
  const told = once(sending, 'message')
  sending.send('enough')
  const [{ sent }] = await told
  const all = Array.from({ length: Number(sent) }, (_, index) => index + 1)
  await expect.poll(() => numbers().length, { interval: 100 }).toBeGreaterThanOrEqual(all.length)
  expect(numbers().sort((a, b) => a - b)).toEqual(all)
  expect(seen()).not.toContain('came later')
})

test('it begins nothing but calls to its server, starts nothing but tcpdump, and writes into its folder alone', async () => {
  const ends = once(agent, 'exit')
  // Its parent is gone.
  agent.disconnect()
  await ends
  watching.kill('SIGTERM')
  await once(watching, 'exit')
  expect(await begunIn(join(path, 'sent.pcap'))).toEqual([`${server} 8443`, `${stranger} 9000`])
  if (!strace) return
  const lines = (await readFile(trace(), 'utf8'))
    .split('\n')
    .filter((line) => !/ ENOENT | resumed>/.test(line))
  const [node, ...programsStarted] = lines.flatMap((line) => /execve\("([^"]+)"/.exec(line)?.[1] ?? [])
  expect(node).toBe(process.execPath)
  expect(new Set(programsStarted.map((program) => basename(program)))).toEqual(new Set(['tcpdump']))
  const writes = lines.filter((line) => /O_WRONLY|O_RDWR|O_CREAT|creat\(|rename|unlink|mkdir|link/.test(line))
  expect(writes.length).toBeGreaterThan(10)
  expect(writes.filter((line) => !line.includes(`"${join(path, 'agent')}`))).toEqual([])
})

/** Whom this host spoke to first: the test itself lets it connect to port 9000. */
async function begunIn(file: string): Promise<string[]> {
  const known = new Set<string>()
  const begun = new Set<string>()
  const packet = new PacketReader()
  const reader = new PcapReader({
    record(record) {
      const facts = packet.read(record)
      if (!facts || known.has(facts.key)) return
      known.add(facts.key)
      if (facts.source === here || facts.source === 'fd99::1')
        begun.add(`${facts.destination} ${facts.destinationPort}`)
    },
    skip: () => undefined,
  })
  reader.push(await readFile(file))
  expect(known.size).toBeGreaterThan(100)
  return [...begun].sort()
}

/** Of Linux cooked frames, version 2: 20 bytes, then IP. */
function destinationPort(frame: Buffer): number {
  const ip = 20
  const isSix = frame[ip]! >>> 4 === 6
  const from = ip + (isSix ? 40 : (frame[ip]! & 15) * 4)
  return frame.readUInt16BE(from + 2)
}
