import { ephemeralPort, moment, type Actor, type Behaviour } from '../behaviour.ts'
import type { Exchange } from '../exchange.ts'
import type { Random } from '../random.ts'
import { latin1 } from '../speak/text.ts'
import { target } from '../targets.ts'
import { several } from './tcp.ts'

function datagram(actor: Actor, midnight: number, random: Random, port: number, bytes: Uint8Array): Exchange {
  return {
    at: moment(midnight, random),
    source: actor.address,
    sourcePort: ephemeralPort(random),
    destination: target(actor, random),
    destinationPort: port,
    ttl: random.int(40, 250),
    play: { kind: 'udp', turns: [{ from: 'source', bytes }] },
  }
}

const probes: readonly [number, Uint8Array][] = [
  // NTP monlist (mode 7), DNS ANY, SSDP, memcached stats, SNMP get-bulk: what amplifiers answer to.
  [123, latin1('\x17\x00\x03\x2a\x00\x00\x00\x00')],
  [53, latin1('\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\xff\x00\x01')],
  [
    1900,
    latin1(
      'M-SEARCH * HTTP/1.1\r\nHost:239.255.255.250:1900\r\nST:ssdp:all\r\nMan:"ssdp:discover"\r\nMX:3\r\n\r\n',
    ),
  ],
  [11_211, latin1('\x00\x01\x00\x00\x00\x01\x00\x00stats\r\n')],
  [
    161,
    latin1(
      '\x30\x26\x02\x01\x01\x04\x06public\xa5\x19\x02\x04\x00\x00\x00\x01\x02\x01\x00\x02\x01\x0a\x30\x0b\x30\x09\x06\x05\x2b\x06\x01\x02\x01\x05\x00',
    ),
  ],
]

/** Looks for amplifiers; the sources may well be somebody else's. */
export const amplification: Behaviour = {
  name: 'amplification',
  networks: ['hosting-cheap', 'hosting-offshore', 'broadband-eu'],
  addresses: 260,
  ipv6: 0,
  activeDays: [1, 3],
  day: (actor, midnight, random) =>
    several(random, 3, 12, () => datagram(actor, midnight, random, ...random.pick(probes))),
}

/** SIP OPTIONS and REGISTER (RFC 3261) in search of telephones to charge calls to. */
export const sip: Behaviour = {
  name: 'sip',
  networks: ['hosting-cheap', 'broadband-eu', 'hosting-offshore'],
  addresses: 180,
  ipv6: 0,
  activeDays: [1, 7],
  day: (actor, midnight, random) =>
    several(random, 2, 9, () => {
      const method = random.pick(['OPTIONS', 'REGISTER'])
      const user = random.int(100, 999)
      const text = `${method} sip:${user}@198.51.100.10 SIP/2.0\r\nVia: SIP/2.0/UDP ${actor.address}:5060;branch=z9hG4bK-${random.int(1, 1e9)}\r\nFrom: "sipvicious"<sip:${user}@1.1.1.1>;tag=${random.int(1, 1e9)}\r\nTo: "sipvicious"<sip:${user}@1.1.1.1>\r\nUser-Agent: friendly-scanner\r\nCall-ID: ${random.int(1, 1e9)}\r\nCSeq: 1 ${method}\r\nContent-Length: 0\r\n\r\n`
      return datagram(actor, midnight, random, 5060, latin1(text))
    }),
}

/** Plain echo requests from measurement boxes. */
export const pinger: Behaviour = {
  name: 'pinger',
  networks: ['uptime', 'university', 'broadband-us'],
  addresses: 160,
  ipv6: 0.3,
  activeDays: [3, 20],
  day: (actor, midnight, random) =>
    several(random, 1, 4, () => ({
      at: moment(midnight, random),
      source: actor.address,
      sourcePort: 0,
      destination: target(actor, random),
      destinationPort: 0,
      ttl: random.int(40, 60),
      play: {
        kind: 'icmp',
        payload: latin1('abcdefghijklmnopqrstuvwabcdefghi'),
        answered: random.chance(0.8),
      },
    })),
}
