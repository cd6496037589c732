/** What the language can say, each with a query that runs. Fields are listed by the registry. */
export interface Usage {
  title: string
  description: string
  example: string
}

export interface Chapter {
  title: string
  usages: readonly Usage[]
}

const usage = (title: string, example: string, description: string): Usage => ({
  title,
  description,
  example,
})

export const chapters: readonly Chapter[] = [
  {
    title: 'Terms',
    usages: [
      usage(
        'Field and value',
        'classification:malicious',
        'Fields and values are read in any case; spaces may stand around the colon.',
      ),
      usage(
        'Quotes',
        'tags:"SSH Bruteforcer"',
        'Values with spaces need quotes. A backslash keeps a quote or wildcard as it is.',
      ),
      usage('Exists', 'cve:*', 'Anything at all; -cve:* finds those without.'),
      usage(
        'Words without a field',
        'Mirai',
        'An address, block, CVE, AS number or verdict is what it looks like; other words are names of tags, actors and organizations.',
      ),
      usage('Addresses', '198.18.0.0/15', 'Addresses and CIDR blocks, IPv4 and IPv6, need no field.'),
      usage(
        'Several addresses',
        'ip:198.18.0.1,198.19.0.0/24',
        'A list joined by commas: any of them. Numbers too.',
      ),
      usage(
        'Interesting',
        'interesting',
        'Malicious or suspicious, with a completed handshake, first seen within a week.',
      ),
    ],
  },
  {
    title: 'Operators',
    usages: [
      usage(
        'AND',
        'classification:malicious spoofable:false',
        'Side by side means both; AND may be written.',
      ),
      usage('OR', 'tags:Mirai OR raw_data.scan.port:23', 'One of both. AND binds before OR.'),
      usage('NOT', '-classification:benign', 'A minus, ! or NOT excludes; it binds first.'),
      usage(
        'Groups',
        '(vpn:true OR tor:true) classification:malicious',
        'Parentheses decide what belongs together; -( … ) excludes a group.',
      ),
      usage('Field groups', 'tags:(Mirai OR "SSH Bruteforcer")', 'Several values of one field.'),
    ],
  },
  {
    title: 'Wildcards',
    usages: [
      usage('Any text', 'metadata.rdns:*.example.*', '* stands for any text, also inside quotes.'),
      usage('One character', 'metadata.asn:AS6450?', '? stands for exactly one character.'),
    ],
  },
  {
    title: 'Numbers and times',
    usages: [
      usage('Comparison', 'metadata.sensor_count:>=2', '>, >=, < and <=.'),
      usage(
        'Ranges',
        'raw_data.scan.port:[8000 TO 8999]',
        'Square brackets include their end, braces do not; * leaves an end open.',
      ),
      usage(
        'A day',
        'first_seen:2026-11-01',
        'A whole UTC day. A time of day goes into quotes: "2026-11-01 12:00:00".',
      ),
      usage('Back from now', 'last_seen:7d', 'Hours, days, weeks and months of 30 days: 12h, 7d, 2w, 3m.'),
      usage('Today', 'last_seen:today', 'Since midnight UTC.'),
      usage('Between days', 'first_seen:[2026-10-01 TO 2026-10-31]', 'Both days are included.'),
      usage(
        'The window',
        'last_seen:90d',
        'A query that names no last_seen field reaches back 90 days, or as far as the plan does, and says so.',
      ),
    ],
  },
]
