import type { DecoyProtocol } from '#model/sensor/profile.ts'

/** What a scanner asks first of a port of this protocol. */
export interface Question {
  /** As people call it. */
  name: string
  bytes: Buffer
}

const say = (name: string, text: string): Question => ({ name, bytes: Buffer.from(text, 'latin1') })
const hex = (name: string, digits: string): Question => ({
  name,
  bytes: Buffer.from(digits.replaceAll(' ', ''), 'hex'),
})

const get = [say('GET /', 'GET / HTTP/1.1\r\nHost: scanner\r\nConnection: close\r\n\r\n')]
const sip = [
  say(
    'OPTIONS',
    'OPTIONS sip:scanner SIP/2.0\r\nVia: SIP/2.0/UDP scanner;rport\r\nFrom: <sip:1@scanner>;tag=1\r\nTo: <sip:1@scanner>\r\nCall-ID: 1\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 70\r\nUser-Agent: scanner with a long name, as no answer is larger than its question and this one has a header of its own\r\n\r\n',
  ),
]
const exampleCom = '1234 0100 0001 0000 0000 0000 07 6578616d706c65 03 636f6d 00 0001 0001'

/** Of a port without questions the greeting is all that is asked for. */
const overTcp: Readonly<Partial<Record<DecoyProtocol, readonly Question[]>>> = {
  // CNXN, version 1, "host::" (the protocol of the Android debug bridge).
  adb: [hex('CNXN', '434e584e 00000001 00100000 07000000 32020000 bcb1a7b1 686f73743a3a00')],
  'catch-all': get,
  dns: [hex('A example.com', `001d ${exampleCom}`)],
  docker: [say('GET /version', 'GET /version HTTP/1.1\r\nHost: scanner\r\nConnection: close\r\n\r\n')],
  elasticsearch: get,
  ftp: [say('SYST', 'SYST\r\n')],
  http: get,
  https: get,
  imap: [say('CAPABILITY', 'a CAPABILITY\r\n')],
  memcached: [say('version', 'version\r\n'), say('stats', 'stats\r\n')],
  modbus: [hex('device identification', '0001 0000 0005 01 2b 0e 01 00')],
  // isMaster, by OP_QUERY of admin.$cmd.
  mongodb: [
    hex(
      'isMaster',
      '3a000000 01000000 00000000 d4070000 00000000 61646d696e2e24636d6400 00000000 ffffffff 13000000 10 69734d617374657200 01000000 00',
    ),
  ],
  mqtt: [hex('CONNECT', '10 0e 0004 4d515454 04 02 003c 0002 6e66')],
  pop3: [say('CAPA', 'CAPA\r\n')],
  // User and database "postgres", protocol 3.0.
  postgresql: [hex('startup of postgres', '00000017 00030000 7573657200 706f73746772657300 00')],
  rdp: [hex('connection request', '03000013 0e e0 0000 0000 00 01 00 0800 03000000')],
  redis: [say('PING', 'PING\r\n'), say('INFO', 'INFO\r\n')],
  s7: [hex('connection request', '03000016 11 e0 0000 0001 00 c0010a c1020100 c2020102')],
  sip,
  // NT LM 0.12 is all that is spoken.
  smb: [
    hex(
      'negotiate',
      '0000002f ff534d42 72 00000000 18 01c8 0000 0000000000000000 0000 0000 fffe 0000 0000 00 0c00 02 4e54204c4d20302e313200',
    ),
  ],
  smtp: [say('EHLO', 'EHLO scanner\r\n')],
  vnc: [say('RFB 3.8', 'RFB 003.008\n')],
}

const overUdp: Readonly<Partial<Record<DecoyProtocol, readonly Question[]>>> = {
  'catch-all': [say('512 bytes', 'A'.repeat(512))],
  dns: [hex('A example.com', exampleCom)],
  memcached: [hex('version', `0001 0000 0001 0000 ${Buffer.from('version\r\n').toString('hex')}`)],
  ntp: [hex('time', `23 00 06 20 ${'00'.repeat(44)}`)],
  sip,
  ssdp: [
    say(
      'M-SEARCH',
      'M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: ssdp:all\r\nUSER-AGENT: scanner with a long name, as no answer is larger than its question\r\n\r\n',
    ),
  ],
}

export const questionsFor = (protocol: DecoyProtocol, transport: 'tcp' | 'udp'): readonly Question[] =>
  (transport === 'tcp' ? overTcp : overUdp)[protocol] ?? []
