/**
 * What one conversation between a source and one of our vantage points proved.
 * `packet/` makes a Conversation out of bytes; the pipeline adds who saw it and what is known about its ends,
 * and it becomes a Session: the source of truth from which everything else is derived (docs/architecture.md).
 */
import type { ProtocolFacts } from './protocols/table.ts'

/** One end of a conversation. Addresses are canonical text (RFC 5952 for IPv6); bytes count whole frames. */
export interface Endpoint {
  ip: string
  /** 0 where the transport has no ports (ICMP and others). */
  port: number
  bytes: number
  packets: number
}

export type Transport = 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'sctp' | 'other'

/** How often each TCP flag combination was seen, named as Arkime names them. */
export interface TcpFlags {
  syn: number
  synAck: number
  ack: number
  psh: number
  rst: number
  fin: number
  urg: number
}

/** Facts of the source's first segment: what tells masscan, ZMap and Mirai apart from an operating system. */
export interface TcpFacts {
  flags: TcpFlags
  /** SYN, SYN-ACK and the source's ACK were all seen: the source address was not spoofed. */
  handshake: boolean
  /** Milliseconds from SYN to the ACK of the SYN-ACK; null when not all were seen. */
  initRtt: number | null
  /** Sequence number of the source's first segment (unsigned 32 bits). */
  sequence: number
  window: number
  /** Option kinds of the source's SYN in order, e.g. "2-4-8-1-3"; "" for none (masscan, ZMap). */
  options: string
  /** The sequence number equals the destination IPv4 address: Mirai's stateless scanner. */
  sequenceIsDestination: boolean
  /** The IP identification equals (destination address ^ port ^ sequence) & 0xffff: masscan. */
  masscanId: boolean
}

/**
 * Whether the source asked for the conversation (docs/methods/direction.md): `request` when a SYN or its bytes prove it,
 * `backscatter` when all it sent is the answer to a question nobody saw, `unknown` when neither can be told.
 */
export const directions = ['request', 'backscatter', 'unknown'] as const
export type Direction = (typeof directions)[number]

/**
 * One conversation (one flow) as dissected. Times are milliseconds since 1970 UTC. Of a protocol's facts (protocols/) `http` and its
 * kin are what the source asked, `destinationHttp` and its kin what the destination asked, seldom anything.
 */
export interface Conversation extends ProtocolFacts {
  /** A sensor saw it at a port of another program of its host: ingest makes its vantage and what is published of it. */
  isOfNetwork?: boolean
  firstPacket: number
  lastPacket: number
  direction: Direction
  /** IANA protocol number of the IP header (IPv6: of the last extension header). */
  ipProtocol: number
  transport: Transport
  source: Endpoint
  destination: Endpoint
  /** Names of everything recognised, alphabetical: "tcp", "http", "tls", "ssh", "telnet" … */
  protocols: string[]
  vlans: number[]
  /** Time to live (hop limit) and identification of the source's first packet; 0 when it sent none. */
  ttl: number
  ipId: number
  /** ICMP type and code of the source's first request, without one of the first packet; null elsewhere. */
  icmp: { type: number; code: number } | null
  tcp: TcpFacts | null
  /** First payload bytes per direction (packet/limits.ts says how many), after reassembly. */
  sourcePayload: Uint8Array
  destinationPayload: Uint8Array
  /** Community ID v1 (seed 0). */
  communityId: string
}

/** What reference data says about an address at the moment of ingest. Empty text means unknown. */
export interface Enrichment {
  countryCode: string
  country: string
  region: string
  city: string
  latitude: number | null
  longitude: number | null
  /** "AS64500", "" when unrouted. */
  asn: string
  organization: string
  /** isp, hosting, business, education, mobile, … */
  category: string
  rdns: string
  domain: string
  carrier: string
  datacenter: string
  mobile: boolean
  tor: boolean
  vpn: boolean
  vpnService: string
}

/** What is known about an address nobody knows anything about. */
export const noFacts: Enrichment = {
  countryCode: '',
  country: '',
  region: '',
  city: '',
  latitude: null,
  longitude: null,
  asn: '',
  organization: '',
  category: '',
  rdns: '',
  domain: '',
  carrier: '',
  datacenter: '',
  mobile: false,
  tor: false,
  vpn: false,
  vpnService: '',
}

/** Where sessions come from. Each origin can be removed on its own (design: partitions by origin and day). */
export const origins = ['live', 'demo'] as const
export type Origin = (typeof origins)[number]

/**
 * What stands where a capture was taken: a `sensor` that nobody has business with, or a `network` in use, where people
 * log in, look up names and read their mail.
 */
export const vantages = ['sensor', 'network'] as const
export type Vantage = (typeof vantages)[number]

export interface Session extends Conversation {
  /** 32 hex digits; the same conversation of the same batch always gets the same id. */
  id: string
  origin: Origin
  /** UUID of the workspace that owns the sensor or upload. */
  workspace: string
  /** Published sessions feed the global IP, tag and CVE records; others stay inside their workspace. */
  published: boolean
  sensor: string
  vantage: Vantage
  /** Id of the stored capture this session was cut from, "" for sensor events. */
  capture: string
  sourceFacts: Enrichment
  destinationFacts: Enrichment
}
