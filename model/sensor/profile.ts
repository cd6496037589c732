import type { Device } from './device.ts'

/**
 * What a sensor pretends to be: a data file of `profiles/`, or one that a workspace made (docs/sensors.md). The server checks it
 * (profiles/schema.ts) and sends it to the agent whole; nothing in it is code.
 */

/** Emulations the agent has (sensor/decoys, a folder each). `catch-all` answers with a banner or nothing at all. */
export const decoyProtocols = [
  'adb',
  'catch-all',
  'dns',
  'docker',
  'elasticsearch',
  'ftp',
  'http',
  'https',
  'imap',
  'memcached',
  'modbus',
  'mongodb',
  'mqtt',
  'mysql',
  'ntp',
  'pop3',
  'postgresql',
  'rdp',
  'redis',
  's7',
  'sip',
  'smb',
  'smtp',
  'ssdp',
  'ssh',
  'telnet',
  'vnc',
] as const
export type DecoyProtocol = (typeof decoyProtocols)[number]

/** What carries a protocol where it is not TCP alone. */
const otherTransports: Partial<Record<DecoyProtocol, readonly ('tcp' | 'udp')[]>> = {
  'catch-all': ['tcp', 'udp'],
  dns: ['tcp', 'udp'],
  memcached: ['tcp', 'udp'],
  ntp: ['udp'],
  sip: ['tcp', 'udp'],
  ssdp: ['udp'],
}
export const transportsOf = (protocol: DecoyProtocol): readonly ('tcp' | 'udp')[] =>
  otherTransports[protocol] ?? ['tcp']

/** What one profile may hold; it travels whole to every sensor that wears it. */
export const profileLimits = {
  ports: 64,
  /** Ports of all ranges of `catchAll` together: each is a listener of its own. */
  catchAllPorts: 4096,
  /** Of them over UDP, which is a socket for each address of the host as well. */
  catchAllDatagramPorts: 256,
  catchAllRanges: 16,
  credentials: 64,
  cves: 64,
  responses: 64,
  headers: 32,
  shellAnswers: 128,
  line: 512,
  text: 16_384,
  /** Of the whole as JSON. */
  bytes: 262_144,
} as const

export const profileCategories = [
  'camera',
  'ci-server',
  'database',
  'ics',
  'iot',
  'mail',
  'nas',
  'other',
  'printer',
  'remote-access',
  'router',
  'server',
  'voip',
  'vpn-gateway',
  'web',
] as const
export type ProfileCategory = (typeof profileCategories)[number]

/** An answer to requests of HTTP whose method and path match; the first that matches is sent. */
export interface HttpResponse {
  /** Any method without it. */
  method?: string
  /** Exact, or a beginning when it ends in `*`. */
  path: string
  status: number
  /** Beside Date, Content-Length and what the port's `headers` say. */
  headers?: Record<string, string>
  /** Text; `{{path}}`, `{{host}}` and `{{date}}` are filled in, escaped for HTML. */
  body?: string
}

/** What a port needs to look like something. Each protocol reads its own part; the rest is ignored. */
export interface DecoyOptions {
  /** First line or version text: of SSH `SSH-2.0-…`, of FTP, SMTP, POP3, IMAP the greeting, of Telnet what stands before the login. */
  banner?: string
  /** Version told by databases, Redis, Docker, Elasticsearch, MQTT, Modbus and S7 (as their identification), SMB (as native OS). */
  version?: string
  /** Name of the host as shown in prompts, certificates and NTLM. */
  hostname?: string
  /** `Server` of HTTP. */
  server?: string
  /** Headers of every answer of HTTP. */
  headers?: Record<string, string>
  responses?: readonly HttpResponse[]
  /** Realm: HTTP asks for Basic credentials with it when no response matches. */
  realm?: string
  /** What the canned shell of SSH, Telnet and ADB answers to a command word for word; others are told that there is no such command. */
  shell?: Readonly<Record<string, string>>
  /** Prompt of the shell; `$` without it. */
  prompt?: string
}

export interface DecoyPort {
  port: number
  transport: 'tcp' | 'udp'
  protocol: DecoyProtocol
  /** TLS from the first byte, with a certificate made by the agent for `hostname`; `https` has it anyway. */
  tls?: boolean
  options?: DecoyOptions
}

/** User and password that a decoy lets in; `*` is any. Without a list nobody is let in. */
export interface AcceptedCredential {
  user: string
  password: string
}

export interface SensorProfile {
  /** Of shipped ones the file's name; of a workspace's own a UUID. */
  id: string
  name: string
  /** What it looks like to a scanner, one or two sentences. */
  description: string
  author: string
  tier: 'community' | 'premium'
  categories: readonly ProfileCategory[]
  operatingSystem: string
  /** CVE ids that scanners for it will try. */
  cves: readonly string[]
  ports: readonly DecoyPort[]
  credentials: readonly AcceptedCredential[]
  /** What happens at TCP and UDP ports of `catchAll` without a decoy of their own: first and last port, inclusive. */
  catchAll?: readonly { from: number; to: number; transport: 'tcp' | 'udp' }[]
  /** A profile of the type hardware: its ports are carried to this device, and nothing is emulated. */
  device?: Device
}

export const profileTypes = ['decoys', 'hardware'] as const
/** Who may make which type is said by the plan (docs/plans.md). */
export type ProfileType = (typeof profileTypes)[number]
export const profileType = ({ device }: Pick<SensorProfile, 'device'>): ProfileType =>
  device ? 'hardware' : 'decoys'

/** The profiles that come with the product. */
export interface ShippedProfiles {
  get(id: string): SensorProfile | undefined
  /** By name. */
  all(): readonly SensorProfile[]
}
