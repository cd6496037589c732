import { type Direction, opposite, portOf, type StreamStart } from '#packet/stream.ts'
import { latin1 } from './latin1.ts'
import { datagramRole, type Role } from './roles.ts'

/** First bytes of each direction of a conversation; empty when that end said nothing. */
export type Starts = Readonly<Record<Direction, Uint8Array>>

interface Signature {
  name: string
  transport: string
  /** The end whose first bytes are tested. */
  from: string
  /** Where the content alone is weak, one of both ends' ports must be among these. */
  ports: number[]
  pattern: RegExp
}

/**
 * Protocols known by their first bytes, called as Arkime calls them: name, transport, speaker, ports ("-" where the content is proof enough),
 * pattern over Latin-1 text in which "." is any byte. One conversation may match several.
 */
export const signatureRows = String.raw`
dns         udp  either       53            ..[\x00-\x2f\x80-\xaf].\x00[\x00-\x08]\x00.
mdns        udp  either       5353          ..[\x00-\x2f\x80-\xaf].\x00[\x00-\x08]\x00.
llmnr       udp  either       5355          ..[\x00-\x2f\x80-\xaf].\x00[\x00-\x08]\x00.
dns         tcp  either       53            ....[\x00-\x2f\x80-\xaf].\x00[\x00-\x08]\x00.
ntp         udp  either       123           ....
snmp        any  either       161,162       0(?:[\x00-\x7f]|\x81.|\x82..)\x02\x01[\x00\x01\x03]
snmp        udp  source       -             0(?:[\x00-\x7f]|\x81.|\x82..)\x02\x01[\x00\x01\x03]\x04
sip         any  either       -             (?:SIP/2\.0\x20\d{3}|[A-Z]{3,10}\x20(?i:sips?):)
rtsp        tcp  source       -             [A-Z_]{4,13}\x20\S{1,100}\x20RTSP/
ssdp        udp  either       -             (?:M-SEARCH|NOTIFY)\x20\*\x20HTTP/1
dhcp        udp  either       67,68         [\x01\x02]\x01\x06
tftp        udp  source       -             \x00[\x01\x02][\x20-\x7e]+\x00(?i:octet|netascii)\x00
memcached   any  source       11211         (?:.{8})?(?:stats|version|get\x20|gets\x20|set\x20)
bittorrent  tcp  either       -             \x13BitTorrent\x20protocol
bittorrent  udp  either       -             d1:[adert]
stun        any  either       -             [\x00\x01]...\x21\x12\xa4\x42
ipmi        udp  source       -             \x06\x00\xff[\x06\x07]
coap        udp  source       5683          [\x40-\x68]
rdp         tcp  source       -             \x03\x00...\xe0.{5}(?:Cookie:\x20mst|\x01\x00\x08\x00)
smb         tcp  either       -             \x00...[\xfe\xff]SMB
nbns        udp  either       137           .{12}
nbds        udp  either       138           [\x10-\x16].{9}
nbss        tcp  source       -             \x81\x00\x00\x44\x20
redis       tcp  source       -             \*\d{1,4}\r\n\$\d{1,6}\r\n
redis       tcp  source       6379          (?i:info|ping|auth|config|keys|command|flushall|set|get)\b
mysql       tcp  destination  -             ..\x00\x00(?:\x0a\d{1,2}\.\d|\xff..(?:\x23|Host))
postgresql  tcp  source       -             \x00\x00\x00(?:\x08\x04\xd2\x16\x2f|.\x00\x03\x00\x00user\x00)
tds         tcp  source       -             \x12\x01\x00.\x00\x00[\x00\x01]\x00\x00\x00
mongodb     tcp  source       -             .{12}[\xd4\xdd]\x07\x00\x00
ftp         tcp  destination  21,2121       220[\x20-]
ftp         tcp  destination  -             220[\x20-][^\n]*(?i:ftp)
smtp        tcp  destination  -             220[\x20-][^\n]*(?i:smtp)
smtp        tcp  source       -             (?i:EHLO|HELO)\x20
pop3        tcp  destination  110           \+OK
imap        tcp  destination  -             \*\x20(?:OK|PREAUTH)\b
irc         tcp  source       -             (?:NICK\x20|CAP\x20(?:LS|REQ)|PASS\x20[^\r\n]*\r?\nNICK\x20)
adb         tcp  either       -             CNXN...[\x00\x01]
socks       tcp  source       -             \x05(?:\x01[\x00-\x02]|\x02[\x00-\x02]{2}|\x03[\x00-\x02]{3})(?:$|[\x01\x05][\x00-\x03\x05-\x20])
socks       tcp  source       -             \x04[\x01\x02].{6}[\x20-\x7e]*\x00
mqtt        tcp  source       -             \x10.{1,4}?\x00(?:\x04MQTT|\x06MQIsdp)
amqp        tcp  source       -             AMQP[\x00-\x03]
vnc         tcp  either       -             RFB\x20\d{3}\.\d{3}\n
http2       tcp  source       -             PRI\x20\*\x20HTTP/2
modbus      tcp  source       502           ..\x00\x00\x00..[\x01-\x2b]
s7comm      tcp  source       102           \x03\x00...(?:\xe0|\xf0\x80\x32)
bacnet      udp  either       47808         \x81[\x00-\x0c]
dnp3        any  either       -             \x05\x64[\x05-\xff].{7}
ldap        any  source       389,3268      0.{1,6}?\x02[\x01-\x04]
krb5        any  source       88            (?:.{4})?[\x6a-\x6f]
rpc         any  source       111,2049      (?:[\x80-\xff]...)?.{4}\x00{4}\x00{3}\x02
dcerpc      tcp  either       -             \x05\x00[\x00-\x13][\x00-\x7f]\x10\x00\x00\x00
isakmp      udp  either       500,4500      (?:\x00{4})?.{16}[\x01-\x2f][\x10\x20]
radius      udp  either       1812,1813     [\x01-\x05].\x00[\x14-\xff]
bgp         tcp  either       -             \xff{16}\x00.[\x01-\x05]
rsync       tcp  either       -             @RSYNCD:\x20
jdwp        tcp  source       -             JDWP-Handshake
rmi         tcp  source       -             JRMI\x00[\x01\x02]
x11         tcp  source       6000,6001     [Bl]\x00[\x00\x0b]
`

const parsed = (rows: string): readonly Signature[] =>
  rows
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [name, transport, from, ports, pattern] = row.trim().split(/ +/) as [
        string,
        string,
        string,
        string,
        string,
      ]
      return {
        name,
        transport,
        from,
        ports: ports === '-' ? [] : ports.split(',').map(Number),
        pattern: new RegExp(`^(?:${pattern})`, 's'),
      }
    })

const heard = (signature: Signature, direction: Direction, head: string): boolean =>
  (signature.from === 'either' || signature.from === direction) && signature.pattern.test(head)

/** Signatures that are asked together. */
export class Signatures {
  readonly #signatures: readonly Signature[]
  readonly #knownPorts: ReadonlySet<number>
  readonly #chosen = new Map<number, readonly Signature[]>()

  /** `rows` as above, in the order in which they tell who asked. */
  constructor(rows: string) {
    this.#signatures = parsed(rows)
    this.#knownPorts = new Set(this.#signatures.flatMap(({ ports }) => ports))
  }

  /** Names of the protocols whose signature the conversation's first bytes carry, in no order. */
  names(starts: Starts, start: StreamStart): string[] {
    const heads = { source: latin1(starts.source), destination: latin1(starts.destination) }
    return this.#between(start)
      .filter((s) => heard(s, 'source', heads.source) || heard(s, 'destination', heads.destination))
      .map((s) => s.name)
  }

  /**
   * Whether an end's first bytes are what only clients of some protocol say, or only servers; null when no signature tells.
   * Where a signature needs a port it must be the server's.
   */
  role(head: Uint8Array, end: Direction, start: StreamStart): Role | null {
    if (head.length === 0) return null
    const text = latin1(head)
    const [own, other] = [portOf(start, end), portOf(start, opposite(end))]
    for (const { from, ports, pattern } of this.#between(start)) {
      if (from === 'either' || (ports.length > 0 && !ports.includes(from === 'source' ? other : own)))
        continue
      if (pattern.test(text)) return from === 'source' ? 'asks' : 'answers'
    }
    return start.transport === 'tcp' && (own === 53 || other === 53)
      ? datagramRole(head.subarray(2), own, other)
      : null
  }

  /**
   * Those that may hold of a conversation between these ports, chosen once: nearly all conversations share a few ports that some
   * signature speaks of.
   */
  #between({ transport, sourcePort, destinationPort }: StreamStart): readonly Signature[] {
    const ports = [sourcePort, destinationPort].map((port) => (this.#knownPorts.has(port) ? port : 0))
    const [source = 0, destination = 0] = ports
    const key = (source * 65_536 + destination) * 2 + (transport === 'tcp' ? 1 : 0)
    const known = this.#chosen.get(key)
    if (known) return known
    const fitting = this.#signatures.filter(
      (signature) =>
        (signature.transport === 'any' || signature.transport === transport) &&
        (signature.ports.length === 0 || signature.ports.some((port) => ports.includes(port))),
    )
    this.#chosen.set(key, fitting)
    return fitting
  }
}
