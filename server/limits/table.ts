/** One limit. Each number may be Infinity: no limit. */
export interface Quota {
  /** For one address without a key (one /64 of IPv6; a /48 has four times as much). */
  address: number
  /** For one key. */
  key: number
  /** In total. Visitors together get at most three quarters of it: the rest is kept for keys. */
  total: number
}

export interface LimitDefinition extends Quota {
  unit: string
  about: string
  /** What somebody who meets it can do. */
  advice: string
  /** Seconds over which it is counted; without it, what is under way at one moment. */
  window?: number
  /** Who finds no room waits for a turn (gate.ts); else one more is refused. */
  takesTurns?: true
}

/**
 * Every limit, a line each, in the order in which a request meets them: none that comes before "body-bytes" needs a body to
 * be read. Why these numbers: docs/decisions/0018.
 */
export const limitTable = {
  connections: {
    address: 128,
    key: Infinity,
    total: 1024,
    unit: 'connections at once',
    about: 'Open connections. Idle ones make room for new ones.',
    advice: 'Close connections that are not used.',
  },
  requests: {
    address: 32,
    key: 64,
    total: 256,
    unit: 'requests at once',
    about: 'Requests that are being answered.',
    advice: 'Wait for the answers that are under way.',
  },
  uploads: {
    address: 0,
    key: 8,
    total: 16,
    unit: 'uploads at once',
    about: 'Captures that are being received.',
    advice: 'Send one capture after the other.',
  },
  lists: {
    address: 0,
    key: 20,
    total: 60,
    unit: 'lists at once',
    about: 'Lists of addresses or CVEs that are being received.',
    advice: 'Send one list after the other.',
  },
  waits: {
    address: 0,
    key: 20,
    total: 2000,
    unit: 'answers held open at once',
    about: 'Sensors and pages that wait for news: of a configuration, of sessions as they come.',
    advice: 'Close pages that are not looked at.',
  },
  carried: {
    address: 0,
    key: 40,
    total: 400,
    unit: 'carried connections at once',
    about:
      'Connections of sensors that transporters carry to devices; each is one of the sensor and one of the transporter.',
    advice: 'Wait until some have ended.',
  },
  'body-bytes': {
    address: 8_000_000,
    key: 16_000_000,
    total: 64_000_000,
    unit: 'bytes of bodies that are being read',
    about: 'Bytes of request bodies held in memory.',
    advice: 'Send smaller bodies, or one after the other.',
  },
  exports: {
    address: 2,
    key: 4,
    total: 8,
    unit: 'exports at once',
    about: 'Exports that are being made or sent.',
    advice: 'Wait until an export of yours has arrived, or end one.',
  },
  handlers: {
    address: 4,
    key: 16,
    total: 32,
    takesTurns: true,
    unit: 'requests worked on at once',
    about:
      'Of the requests above those the server’s own thread works on; more wait for their turn, whoever asked least first.',
    advice: 'Ask for less at once, or again later.',
  },
  reads: {
    address: 4,
    key: 8,
    total: 16,
    takesTurns: true,
    unit: 'reads of the engine at once',
    about: 'Statements the engine works on; more wait for their turn, as above.',
    advice: 'Ask for less at once, or again later.',
  },
  lookups: {
    address: 2,
    key: 3,
    total: 3,
    takesTurns: true,
    unit: 'questions to the index at once',
    about: 'Questions the index in memory works on; more wait for their turn, as above.',
    advice: 'Ask for less at once, or again later.',
  },
  tasks: {
    address: 1,
    key: 2,
    total: 4,
    takesTurns: true,
    unit: 'large answers at once',
    about:
      'Long queries that are read and large pages that are written, in threads of their own; more wait for their turn, as above.',
    advice: 'Ask for fewer records at once, or for one page after the other.',
  },
  'query-seconds': {
    address: 60,
    key: 600,
    total: Infinity,
    window: 60,
    unit: 'seconds of work',
    about: 'Seconds that engine, index and server worked, over a sliding minute.',
    advice: 'Ask narrower queries, or wait.',
  },
} as const satisfies Record<string, LimitDefinition>

export type LimitName = keyof typeof limitTable
export type Quotas = Record<LimitName, Quota>

/** How much of a total is everybody's who has no key. */
export const visitorsOf = (total: number): number => Math.max(1, Math.floor(total * 0.75))

/** How much of what visitors have is taken by those who asked much of late; the rest is for those who just came. */
export const crowdOf = (total: number): number => visitorsOf(visitorsOf(total))

/** How many times the quota of a /64 a /48 has: whoever holds one /48 holds 65,536 of them. */
export const networkShare = 4

export const limitNames = Object.keys(limitTable) as LimitName[]

/** The environment variable of a limit, e.g. LIMIT_QUERY_SECONDS. */
export const variableOf = (name: LimitName): `LIMIT_${string}` =>
  `LIMIT_${name.toUpperCase().replaceAll('-', '_')}`

const written = (value: number): string => (value === Infinity ? 'off' : String(value))

/** "32/64/256": for an address, for a key, in total. */
export const quotaText = ({ address, key, total }: Quota): string =>
  [address, key, total].map(written).join('/')

/** @returns null unless the text is three numbers or "off" */
export function readQuota(text: string): Quota | null {
  const parts = text.split('/').map((part) => part.trim())
  if (parts.length !== 3 || !parts.every((part) => /^(?:off|\d{1,12})$/.test(part))) return null
  const [address = 0, key = 0, total = 0] = parts.map((part) => (part === 'off' ? Infinity : Number(part)))
  return { address, key, total }
}
