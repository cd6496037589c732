import { isServicePort } from '../service-ports.ts'
import { latin1 } from './latin1.ts'

/** Whether bytes are a question or the answer to one. */
export type Role = 'asks' | 'answers'

interface Shape {
  /** Ports of the servers; none where the content alone is proof. */
  ports: number[]
  asks: RegExp
  answers: RegExp
}

/**
 * How questions and answers of protocols over datagrams differ: name, ports of the servers ("-" for any), question, answer,
 * over Latin-1 text in which "." is any byte. A port alone proves nothing: what looks neither way may be anything.
 */
const table = String.raw`
dns        53,5353,5355  ..[\x00-\x2f].\x00[\x00-\x08]\x00.  ..[\x80-\xaf].\x00[\x00-\x08]..
snmp       161           0[^]{1,4}?\x02\x01[\x00\x01]\x04[^]{1,40}?[\xa0\xa1\xa3\xa5]  0[^]{1,4}?\x02\x01[\x00\x01]\x04[^]{1,40}?\xa2
cldap      389           0[^]{1,6}?\x02[\x01-\x04][^]{1,4}?\x63  0[^]{1,6}?\x02[\x01-\x04][^]{1,4}?[\x64\x65]
nbns       137           ..[\x00-\x7f].\x00[\x00-\x08]\x00.  ..[\x80-\xff].\x00[\x00-\x08]..
dhcp       67,68         \x01\x01\x06             \x02\x01\x06
radius     1812,1813     [\x01\x04\x0c]           [\x02\x03\x05\x0b]
rpc        111           ....\x00\x00\x00\x00     ....\x00\x00\x00\x01
coap       5683          [\x40-\x68][\x01-\x1f]   [\x40-\x68][\x40-\xbf]
memcached  11211         (?:.{8})?(?:stats|version|gets?\x20|set\x20)  (?:.{8})?(?:STAT\x20|VALUE\x20|VERSION\x20|END\r|ERROR)
ssdp       1900          (?:M-SEARCH)\x20         HTTP/1\.[01]\x20\d{3}
ipmi       623           \x06\x00.(?:\x06.{4}\x80|\x07.{10}\x20)  \x06\x00.(?:\x06.{4}\x40|\x07.{10}\x81)
slp        427           [\x01\x02][\x01\x03\x04\x06\x09]...  [\x01\x02][\x02\x05\x07\x08\x0a\x0b]...
mssql      1434          [\x02-\x04\x0f]          \x05..[\x20-\x7e]
game       -             \xff{4}(?:TSource|[UVW]|get(?:info|status|challenge|servers\x20))  \xff{4}(?:[ADEIm]|(?:info|status|getservers(?:Ext)?)Response|challengeResponse|print\n)
sip        -             [A-Z]{3,10}\x20(?i:sips?):  SIP/2\.0\x20\d{3}
stun       -             \x00[\x00-\x0f]..\x21\x12\xa4\x42  [\x00\x01][\x00-\x1f]..\x21\x12\xa4\x42
bittorrent -             d1:[^]{0,400}1:y1:q      d1:[^]{0,400}1:y1:[re]
`

const shapes: readonly Shape[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [, ports, asks, answers] = row.split(/ +/) as [string, string, string, string]
    const pattern = (text: string): RegExp => new RegExp(`^(?:${text})`, 's')
    return {
      ports: ports === '-' ? [] : ports.split(',').map(Number),
      asks: pattern(asks),
      answers: pattern(answers),
    }
  })

/** Those told otherwise: by the mode of NTP and its response bits (RFC 5905 §7.3, RFC 9327 §2), the flags of IKE. */
const bits: Readonly<Record<number, (bytes: Uint8Array, own: number, other: number) => Role | null>> = {
  123: ([first = 0, second = 0]) => {
    const mode = first & 7
    if (mode === 6) return second & 0x80 ? 'answers' : 'asks'
    if (mode === 7) return first & 0x80 ? 'answers' : 'asks'
    return mode === 1 || mode === 3 ? 'asks' : mode === 0 ? null : 'answers'
  },
  500: ikeRole,
  // Behind four zero bytes that tell it from ESP (RFC 3948 §2.2).
  4500: (bytes) => (bytes.subarray(0, 4).every((byte) => byte === 0) ? ikeRole(bytes.subarray(4)) : null),
  3702: discoveryRole,
  47808: bacnetRole,
}

/** Who begins does not know the other's cookie yet; later version 2 has a bit for responses (RFC 7296 §3.1). */
function ikeRole(bytes: Uint8Array): Role | null {
  if (bytes.length < 20) return null
  if (bytes.subarray(8, 16).every((byte) => byte === 0)) return 'asks'
  return bytes[17] === 0x20 && bytes[19]! & 0x20 ? 'answers' : null
}

/** BVLC, then network and application layer (ASHRAE 135 J, 6, 20): requests, who-is and who-has against answers, i-am and i-have. */
const bacnetHead = new RegExp(
  String.raw`^\x81(?:[\x0a\x0b]..|\x04.{8})\x01(?:[\x00-\x07]|[\x20-\x27]..(?:\x00|\x01.|\x06.{6}).|[\x08-\x0f]..(?:\x00|\x01.|\x06.{6}))(.)(.)`,
  's',
)

function bacnetRole(bytes: Uint8Array): Role | null {
  if (bytes[0] !== 0x81) return null
  if ([0, 3, 7].includes(bytes[1]!)) return 'answers'
  const [, kind = '', service = ''] = bacnetHead.exec(latin1(bytes)) ?? []
  if (kind === '') return null
  const type = kind.charCodeAt(0) >> 4
  if (type === 1) return service < '\x02' ? 'answers' : 'asks'
  return type === 0 ? 'asks' : type < 8 ? 'answers' : null
}

/** SOAP over UDP: what WS-Discovery asks is a Probe or a Resolve; envelopes that come from its port alone answer one. */
function discoveryRole(bytes: Uint8Array, own: number, other: number): Role | null {
  const text = latin1(bytes)
  if (/^\s*<[^]*discovery\/(?:Probe|Resolve)\b/.test(text)) return 'asks'
  return own === 3702 && other !== 3702 && /^\s*<(?:\?xml|[\w-]{1,20}:Envelope)/.test(text) ? 'answers' : null
}

const quicPorts = new Set([443, 853, 8443])

/**
 * A server's packet of QUIC: a long header of a known version, or a short one (RFC 9000 §17). That is a single bit, so the
 * rest must look encrypted, too: of random bytes three in eight can be printed, of what somebody typed nearly all.
 */
function isQuicOfServer(bytes: Uint8Array): boolean {
  const [first = 0, ...version] = bytes.subarray(0, 5)
  if (first & 0x80) return /^(?:0,0,0,[01]|107,51,67,207)$/.test(version.join())
  if (!(first & 0x40) || bytes.length < 21) return false
  const some = bytes.subarray(1, 65)
  return some.filter((byte) => byte >= 0x20 && byte < 0x7f).length < some.length * 0.75
}

/** Data, acknowledged options and errors of TFTP, which come from a port of their own (RFC 1350 §4). */
const tftp = new RegExp(
  String.raw`^\x00(?:\x03(?:\x00[\x01-\x03]|.{126})|\x05\x00[\x00-\x08][\x20-\x7e]*\x00?$|\x06(?:[\x20-\x7e]+\x00){2})`,
  's',
)

/** Services whose answers have no format: echo, daytime, quote of the day, chargen, time. */
const bare = new Set([7, 13, 17, 19, 37])

/** Whether an end's first datagram asks or answers, by its content; `own` is the port it was sent from. */
export function datagramRole(bytes: Uint8Array, own: number, other: number): Role | null {
  if (bytes.length === 0) return null
  const bit = bits[own] ?? bits[other]
  if (bit) return bit(bytes, own, other)
  const text = latin1(bytes)
  for (const { ports, asks, answers } of shapes) {
    if (ports.length > 0 && !ports.includes(own) && !ports.includes(other)) continue
    if (asks.test(text)) return 'asks'
    // Only a server's port answers: what is sent to it in the shape of an answer was asked for by nobody.
    if ((ports.length === 0 || ports.includes(own)) && answers.test(text)) return 'answers'
  }
  if (bare.has(own) && !bare.has(other)) return 'answers'
  if (isServicePort(other)) return null
  if (quicPorts.has(own)) return isQuicOfServer(bytes) ? 'answers' : null
  return (own === 69 || !isServicePort(own)) && tftp.test(text) ? 'answers' : null
}
