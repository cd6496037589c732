import { classifications } from '../tag.ts'
import type { Columns } from './column.ts'

const daysTip = 'A date is a whole UTC day; 12h, 7d, 2w and 3m reach back from now.'

/** Verdict, times and tags of an address. */
export const general = {
  ip: {
    type: 'address',
    place: 0,
    wire: { ip: 'address' },
    query: [
      {
        name: 'ip',
        title: 'Address',
        description: 'The address itself, IPv4 or IPv6, or a CIDR block.',
        value: '198.18.0.0/16',
        aliases: ['ip_address', 'source_ip'],
        tips: ['A block needs no field: 198.18.0.0/16.', 'Several at once: ip:198.18.0.1,198.18.0.2'],
      },
      {
        name: 'list',
        title: 'List',
        description: 'One of the addresses of a list that your workspace had analyzed, by its name or id.',
        value: '"My list"',
        phrase: true,
        options: { kind: 'lists' },
        tips: ['Lists are made at /ip/analysis.', 'Of lists with the same name it is the one sent last.'],
      },
    ],
  },
  /** The origins whose sessions stand behind this document. */
  origins: {
    type: 'words',
    place: 1,
    lowercase: true,
  },
  classification: {
    type: 'verdict',
    place: 7,
    lowercase: true,
    facet: 1,
    wire: { classification: 'verdict' },
    note: 'Empty for an address without sessions.',
    query: {
      name: 'classification',
      title: 'Classification',
      description: 'The verdict on the address.',
      value: 'malicious',
      options: { kind: 'listed', values: classifications },
    },
  },
  first_seen: {
    type: 'moment',
    place: 2,
    wire: { first_seen: 'day' },
    query: {
      name: 'first_seen',
      title: 'First seen',
      description: 'When the address was seen for the first time ever.',
      value: '1w',
      tips: [daysTip],
    },
  },
  last_seen: {
    type: 'moment',
    place: 3,
    facet: 0,
    wire: { last_seen: 'day', last_seen_timestamp: 'stamp' },
    query: [
      {
        name: 'last_seen',
        title: 'Last seen',
        description: 'When the address was seen last.',
        value: '1d',
        tips: [daysTip, 'Without it a query reaches back 90 days, or as far as the plan does.'],
      },
      {
        name: 'last_seen_timestamp',
        title: 'Last seen (second)',
        description: 'When the address was seen last, to the second.',
        value: '>="2026-01-01 00:00:00"',
        tips: [daysTip],
      },
    ],
  },
  last_seen_malicious: {
    type: 'moment',
    place: 4,
    wire: { last_seen_malicious: 'day' },
    query: {
      name: 'last_seen_malicious',
      title: 'Last seen malicious',
      description: 'When the address last did something malicious.',
      value: '1d',
      tips: [daysTip],
    },
    entitlement: 'feature-ip-access-insights',
  },
  last_seen_suspicious: {
    type: 'moment',
    place: 5,
    wire: { last_seen_suspicious: 'day' },
    query: {
      name: 'last_seen_suspicious',
      title: 'Last seen suspicious',
      description:
        'When the address last did something suspicious, or the last day on which it passed for somebody it is not.',
      value: '1d',
      tips: [daysTip],
    },
    entitlement: 'feature-ip-access-insights',
  },
  last_seen_benign: {
    type: 'moment',
    place: 6,
    wire: { last_seen_benign: 'day' },
    query: {
      name: 'last_seen_benign',
      title: 'Last seen benign',
      description: 'When the address last acted as a known benign actor.',
      value: '1d',
      tips: [daysTip],
    },
    entitlement: 'feature-ip-access-insights',
  },
  /** Display name of the vetted actor, "unknown" when none. */
  actor: {
    type: 'word',
    place: 8,
    index: true,
    facet: 2,
    wire: { actor: 'text' },
    query: {
      name: 'actor',
      title: 'Actor',
      description: 'The vetted organisation behind the address.',
      value: '"Shodan.io"',
      aliases: ['actors'],
      phrase: true,
      absent: 'unknown',
      options: { kind: 'actors' },
    },
  },
  /** Slugs, parallel to tag_names, tag_first and tag_last (ISO instants), tag_sessions. */
  tags: {
    type: 'words',
    place: 14,
    cap: 500,
    index: true,
    lowercase: true,
    terms: true,
    facet: 8,
    wire: { tags: 'tags' },
    query: {
      name: 'tags',
      title: 'Tags',
      description: 'What the address was seen doing in the last 90 days, by name or slug.',
      value: 'Mirai',
      aliases: ['tag'],
      phrase: true,
      options: { kind: 'tags' },
      tips: [
        'Names with spaces need quotes: tags:"SSH Bruteforcer".',
        'One of several: tags:(Mirai OR "SSH Bruteforcer")',
      ],
      also: 'tag_names',
    },
  },
  tag_names: {
    type: 'words',
    place: 15,
    index: true,
    terms: true,
  },
  tag_first: {
    type: 'moments',
    place: 16,
  },
  tag_last: {
    type: 'moments',
    place: 17,
  },
  tag_sessions: {
    type: 'counts',
    place: 18,
  },
  /** Names of the sources that reported the address, alphabetically; not our own sightings. */
  sources: {
    type: 'words',
    place: 69,
    index: true,
    lowercase: true,
    query: {
      name: 'source',
      title: 'Source',
      description:
        'Imported lists that report the address, by name. What they say is theirs, not seen by our sensors.',
      value: 'dshield',
      aliases: ['sources', 'sighting'],
      tips: ['Addresses that any list reports: source:*', 'Seen by us and on no list: -source:*'],
    },
  },
  /** What besides tags speaks for or against the address, as "kind:name" (model/evidence.ts). */
  evidence: {
    type: 'texts',
    place: 70,
  },
  cves: {
    type: 'words',
    place: 19,
    index: true,
    terms: true,
    facet: 9,
    wire: { cves: 'joined' },
    query: {
      name: 'cve',
      title: 'CVE',
      description: 'Vulnerabilities the address tried to exploit in the last 90 days.',
      value: 'CVE-2021-44228',
      aliases: ['cves'],
      options: { kind: 'cves' },
    },
    entitlement: 'feature-ip-vuln-correlation',
  },
  /** True when no TCP handshake of this address was ever completed. */
  spoofable: {
    type: 'flag',
    place: 9,
    facet: 11,
    wire: { spoofable: 'flag' },
    query: {
      name: 'spoofable',
      title: 'Spoofable',
      description: 'No TCP handshake with this address was completed in the last 90 days.',
      value: 'false',
    },
  },
  bot: {
    type: 'flag',
    place: 10,
    wire: { bot: 'flag' },
    query: {
      name: 'bot',
      title: 'Bot',
      description: 'It is a search engine, or a user agent of it names itself bot, crawler or spider.',
      value: 'true',
    },
  },
  vpn: {
    type: 'flag',
    place: 11,
    wire: { vpn: 'flag' },
    query: {
      name: 'vpn',
      title: 'VPN',
      description: 'The address is an exit of a VPN service.',
      value: 'true',
      aliases: ['metadata.vpn'],
    },
  },
  vpn_service: {
    type: 'word',
    place: 12,
    index: true,
    facet: 13,
    wire: { vpn_service: 'text' },
    query: {
      name: 'vpn_service',
      title: 'VPN service',
      description: 'Name of the VPN service.',
      value: 'IPVANISH_VPN',
      aliases: ['metadata.vpn_service'],
      options: { kind: 'vpn-services' },
    },
  },
  tor: {
    type: 'flag',
    place: 13,
    wire: { tor: 'flag' },
    query: {
      name: 'tor',
      title: 'Tor',
      description: 'The address is a Tor exit.',
      value: 'true',
      aliases: ['metadata.tor'],
    },
  },
  callback_ips: {
    type: 'unrecorded',
    of: 'address',
    wire: { callback_ips: 'never' },
    query: {
      name: 'callback_ips',
      title: 'Callback addresses',
      description: 'Addresses found inside what the address sent; not recorded by this server.',
      value: '198.18.0.1',
    },
  },
} as const satisfies Columns
