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

/** Those told by single bits: the mode of NTP and its response bits (RFC 5905 §7.3, RFC 9327 §2), the flags of IKE. */
const bits: Readonly<Record<number, (bytes: Uint8Array) => Role | null>> = {
  123: ([first = 0, second = 0]) => {
    const mode = first & 7
    if (mode === 6) return second & 0x80 ? 'answers' : 'asks'
    if (mode === 7) return first & 0x80 ? 'answers' : 'asks'
    return mode === 1 || mode === 3 ? 'asks' : mode === 0 ? null : 'answers'
  },
  500: (bytes) => ikeRole(bytes),
  // Behind four zero bytes that tell it from ESP (RFC 3948 §2.2).
  4500: (bytes) => (bytes.subarray(0, 4).every((byte) => byte === 0) ? ikeRole(bytes.subarray(4)) : null),
}

/** Who begins does not know the other's cookie yet; later version 2 has a bit for responses (RFC 7296 §3.1). */
function ikeRole(bytes: Uint8Array): Role | null {
  if (bytes.length < 20) return null
  if (bytes.subarray(8, 16).every((byte) => byte === 0)) return 'asks'
  return bytes[17] === 0x20 && bytes[19]! & 0x20 ? 'answers' : null
}

/** Services whose answers have no format: echo, daytime, quote of the day, chargen, time. */
const bare = new Set([7, 13, 17, 19, 37])

/** Whether an end's first datagram asks or answers, by its content; `own` is the port it was sent from. */
export function datagramRole(bytes: Uint8Array, own: number, other: number): Role | null {
  if (bytes.length === 0) return null
  const bit = bits[own] ?? bits[other]
  if (bit) return bit(bytes)
  const text = latin1(bytes.subarray(0, 512))
  for (const { ports, asks, answers } of shapes) {
    if (ports.length > 0 && !ports.includes(own) && !ports.includes(other)) continue
    if (asks.test(text)) return 'asks'
    if (answers.test(text)) return 'answers'
  }
  return bare.has(own) && !bare.has(other) ? 'answers' : null
}
