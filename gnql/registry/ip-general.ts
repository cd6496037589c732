import { classifications } from '#model/tag.ts'
import { field, type Field } from './field.ts'

const daysTip = 'A date is a whole UTC day; 12h, 7d, 2w and 3m reach back from now.'

/** Verdict, times and tags of an address. */
export const general: readonly Field[] = [
  field('ip', 'ip', 'ip', 'Address', 'The address itself, IPv4 or IPv6, or a CIDR block.', '198.18.0.0/16', {
    aliases: ['ip_address', 'source_ip'],
    tips: ['A block needs no field: 198.18.0.0/16.', 'Several at once: ip:198.18.0.1,198.18.0.2'],
  }),
  field(
    'classification',
    'classification',
    'text',
    'Classification',
    'The verdict on the address.',
    'malicious',
    {
      options: { kind: 'listed', values: classifications },
    },
  ),
  field(
    'first_seen',
    'first_seen',
    'time',
    'First seen',
    'When the address was seen for the first time ever.',
    '1w',
    {
      tips: [daysTip],
    },
  ),
  field('last_seen', 'last_seen', 'time', 'Last seen', 'When the address was seen last.', '1d', {
    tips: [daysTip, 'Without it a query reaches back 90 days.'],
  }),
  field(
    'last_seen_timestamp',
    'last_seen',
    'time',
    'Last seen (second)',
    'When the address was seen last, to the second.',
    '>="2026-01-01 00:00:00"',
    {
      tips: [daysTip],
    },
  ),
  field(
    'last_seen_malicious',
    'last_seen_malicious',
    'time',
    'Last seen malicious',
    'When the address last did something malicious.',
    '1d',
    {
      tips: [daysTip],
    },
  ),
  field(
    'last_seen_suspicious',
    'last_seen_suspicious',
    'time',
    'Last seen suspicious',
    'When the address last did something suspicious, or the last day on which it passed for somebody it is not.',
    '1d',
    {
      tips: [daysTip],
    },
  ),
  field(
    'last_seen_benign',
    'last_seen_benign',
    'time',
    'Last seen benign',
    'When the address last acted as a known benign actor.',
    '1d',
    {
      tips: [daysTip],
    },
  ),
  field('actor', 'actor', 'text', 'Actor', 'The vetted organisation behind the address.', '"Shodan.io"', {
    aliases: ['actors'],
    phrase: true,
    absent: 'unknown',
    options: { kind: 'actors' },
  }),
  field(
    'tags',
    'tags',
    'text-list',
    'Tags',
    'What the address was seen doing in the last 90 days, by name or slug.',
    'Mirai',
    {
      aliases: ['tag'],
      phrase: true,
      columns: [
        { name: 'tags', shape: 'text-list' },
        { name: 'tag_names', shape: 'text-list' },
      ],
      options: { kind: 'tags' },
      tips: [
        'Names with spaces need quotes: tags:"SSH Bruteforcer".',
        'One of several: tags:(Mirai OR "SSH Bruteforcer")',
      ],
    },
  ),
  field(
    'source',
    'sources',
    'text-list',
    'Source',
    'Imported lists that report the address, by name. What they say is theirs, not seen by our sensors.',
    'dshield',
    {
      aliases: ['sources', 'sighting'],
      tips: ['Addresses that any list reports: source:*', 'Seen by us and on no list: -source:*'],
    },
  ),
  field(
    'cve',
    'cves',
    'text-list',
    'CVE',
    'Vulnerabilities the address tried to exploit in the last 90 days.',
    'CVE-2021-44228',
    {
      aliases: ['cves'],
      options: { kind: 'cves' },
      entitlement: 'feature-ip-vuln-correlation',
    },
  ),
  field(
    'spoofable',
    'spoofable',
    'boolean',
    'Spoofable',
    'No TCP handshake with this address was completed in the last 90 days.',
    'false',
  ),
  field(
    'bot',
    'bot',
    'boolean',
    'Bot',
    'It is a search engine, or a user agent of it names itself bot, crawler or spider.',
    'true',
  ),
  field('vpn', 'vpn', 'boolean', 'VPN', 'The address is an exit of a VPN service.', 'true', {
    aliases: ['metadata.vpn'],
  }),
  field('vpn_service', 'vpn_service', 'text', 'VPN service', 'Name of the VPN service.', 'IPVANISH_VPN', {
    aliases: ['metadata.vpn_service'],
    options: { kind: 'vpn-services' },
  }),
  field('tor', 'tor', 'boolean', 'Tor', 'The address is a Tor exit.', 'true', { aliases: ['metadata.tor'] }),
  field(
    'callback_ips',
    '',
    'ip',
    'Callback addresses',
    'Addresses found inside what the address sent; not recorded by this server.',
    '198.18.0.1',
  ),
]
