import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecoyPort } from '#model/sensor/profile.ts'
import { conversationInMemory } from '../../rehearsal/in-memory.ts'
import { Certificates } from '../certificate/certificates.ts'
import { DecoyKeys } from '../keys.ts'
import { Losses } from '../losses.ts'
import { type Opened, opened, profileOf } from '../testing/opened.ts'

const credentials = [{ user: '*', password: '*' }]
const adbMessage = (command: string, data: string): Buffer => {
  const bytes = Buffer.alloc(24 + data.length)
  bytes.write(command + '\0'.repeat(20) + data, 'latin1')
  for (const [at, number] of [1, 1, data.length].entries()) bytes.writeUInt32LE(number, 4 + 4 * at)
  return bytes
}

/** What is said at once, how many answers that makes, and what each of them has. */
const talks: [
  name: string,
  port: Pick<DecoyPort, 'protocol' | 'tls'>,
  said: Buffer,
  answers: number,
  has: RegExp,
][] = [
  ['Redis', { protocol: 'redis' }, Buffer.from('INFO\n'.repeat(7200)), 7200, /redis_version/g],
  [
    'Redis in TLS',
    { protocol: 'redis', tls: true },
    Buffer.from('INFO\n'.repeat(7200)),
    7200,
    /redis_version/g,
  ],
  ['HTTP', { protocol: 'http' }, Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(2000)), 2000, /HTTP\/1.1 404/g],
  [
    'HTTPS',
    { protocol: 'https' },
    Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(2000)),
    2000,
    /HTTP\/1.1 404/g,
  ],
  ['a login of Telnet', { protocol: 'telnet' }, Buffer.from('\n'.repeat(36_000)), 36_001, /login: /g],
  [
    'a shell of Telnet',
    { protocol: 'telnet' },
    Buffer.from(`a\nb\necho ${'a'.repeat(3000)}>f\n${'cat f f f f f f f f f f\n'.repeat(100)}`),
    100,
    /f\r\na{3000}/g,
  ],
  [
    'a shell of ADB',
    { protocol: 'adb' },
    Buffer.concat([adbMessage('OPEN', 'shell:\0'), adbMessage('WRTE', 'busybox\n'.repeat(2000))]),
    2000,
    /BusyBox v/g,
  ],
]
const isSecure = ({ protocol, tls }: Pick<DecoyPort, 'protocol' | 'tls'>) =>
  tls === true || protocol === 'https'

/** What is written for somebody who says all at once and reads nothing, and how many of his commands are understood. */
async function unread(
  port: Pick<DecoyPort, 'protocol' | 'tls'>,
  said: Buffer,
): Promise<{ bytes: number; commands: number }> {
  let [bytes, commands] = [0, 0]
  const nothing = () => {}
  const keys = new DecoyKeys()
  const losses = new Losses()
  const { visitor, end } = conversationInMemory(
    {
      port: { port: 1, transport: 'tcp', ...port },
      credentials,
      sink: {
        event: (_flow, { kind }) => (commands += kind === 'command' ? 1 : 0),
        opened: nothing,
        read: nothing,
        wrote: (_flow, _at, { length }) => (bytes += length),
        closed: nothing,
      },
      losses,
      keys,
      clock: Date.now,
    },
    new Certificates(keys),
  )
  const client = isSecure(port) ? connectTls({ socket: visitor, rejectUnauthorized: false }) : visitor
  client.on('error', nothing)
  if (client !== visitor) await new Promise((resolve) => client.once('secureConnect', resolve))
  client.write(said)
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  client.destroy()
  end()
  return { bytes, commands: commands + (losses.all()['events'] ?? 0) }
}

describe('who says much at once', () => {
  let open: Opened
  beforeAll(async () => {
    const ports = talks.map(([, port], index) => ({ port: 1000 + index, ...port }))
    open = await opened(profileOf(ports, credentials))
  })
  afterAll(() => open.decoys.close())

  it.each(talks.filter(([, port]) => !isSecure(port)))(
    'and reads nothing is written a little of what it would be: %s',
    async (_name, port, said) => {
      const { bytes } = await unread(port, said)
      expect(bytes).toBeGreaterThan(1000)
      expect(bytes).toBeLessThan(262_144)
    },
  )

  it('and reads nothing is understood a little in TLS as well', async () => {
    const [, port, said, answers] = talks.find(([name]) => name === 'Redis in TLS')!
    const { commands } = await unread(port, said)
    expect(commands).toBeGreaterThan(10)
    expect(commands).toBeLessThan(answers / 4)
  })

  it.each(talks.map((talk, index) => [...talk, 1000 + index] as const))(
    'and then nothing more is given all answers: %s',
    async (_name, port, said, answers, has, at) => {
      const to = { port: open.at(at), host: '127.0.0.1', rejectUnauthorized: false }
      const client: Duplex = isSecure(port) ? connectTls(to) : connect(to)
      let heard = ''
      client.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')))
      client.end(said)
      await new Promise((resolve, reject) => client.once('end', resolve).once('error', reject))
      expect(heard.match(has)).toHaveLength(answers)
    },
  )
})
