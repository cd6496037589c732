import { accepted, type Answer, call, type Connection, step } from './connection.ts'
import { counted } from './counted.ts'
import { jsonText, printable } from './printable.ts'
import { waitingSessions } from './status.ts'

interface Scanner {
  found: boolean
  classification: string
  first_seen: string
  last_seen: string
  actor: string
  tags: { name: string; intention: string }[]
  cves: string[]
  metadata: { organization: string; asn: string; source_country: string; rdns: string; sensor_hits: number }
  raw_data: { scan: { port: number; protocol: string }[] }
}

export interface IpRecord {
  ip: string
  business_service_intelligence: { found: boolean; name: string; trust_level: string }
  internet_scanner_intelligence: Scanner
}

/** What is not stored yet cannot be found yet. @param waiting sessions; null when the server does not say */
export const unseenLines = (address: string, waiting: number | null): string[] => [
  `${printable(address)}: not seen in the last 90 days. That does not make it safe.`,
  ...(waiting === null || waiting === 0
    ? []
    : [
        `${counted(waiting, 'accepted session still waits', 'accepted sessions still wait')} to be stored; ask again soon.`,
      ]),
]

/** A page that is not there, of a proxy or of another server, says nothing of an address. */
const isUnseen = ({ status, body }: Answer): boolean =>
  status === 404 && (body as { type?: unknown } | null)?.type === 'urn:noisefloor:error:not-found'

/** `noisefloor ip ADDRESS` */
export async function lookUp(connection: Connection, address: string, json: boolean): Promise<void> {
  const answer = await call(connection, `/v3/ip/${step(address)}`)
  const record = isUnseen(answer)
    ? { ip: address, internet_scanner_intelligence: { found: false as const } }
    : (accepted(answer) as unknown as IpRecord)
  if (json) return console.log(jsonText(record, 2))
  if (!record.internet_scanner_intelligence.found)
    for (const line of unseenLines(record.ip, await waitingSessions(connection))) console.log(line)
  if (!('business_service_intelligence' in record)) return undefined
  for (const line of factLines(record)) console.log(line)
  return undefined
}

/** What is known of an address, a line each: of one that was not seen, which business service it belongs to. */
export function factLines({
  ip,
  business_service_intelligence: service,
  internet_scanner_intelligence: seen,
}: IpRecord): string[] {
  const facts: [string, string][] = [
    ...(seen.found ? seenFacts(ip, seen) : []),
    ['service', service.found ? `${service.name}, trust level ${service.trust_level}` : ''],
  ]
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.padEnd(14)}${printable(value)}`)
}

function seenFacts(ip: string, seen: Scanner): [string, string][] {
  return [
    ['address', ip],
    ['verdict', seen.classification],
    ['seen', `${seen.first_seen} to ${seen.last_seen}, ${counted(seen.metadata.sensor_hits, 'session')}`],
    ['actor', seen.actor],
    [
      'network',
      [seen.metadata.asn, seen.metadata.organization, seen.metadata.source_country]
        .filter(Boolean)
        .join(', '),
    ],
    ['reverse name', seen.metadata.rdns],
    ['tags', seen.tags.map(({ name, intention }) => `${name} (${intention})`).join(', ')],
    ['CVEs', seen.cves.join(', ')],
    ['ports', seen.raw_data.scan.map(({ port, protocol }) => `${port}/${protocol}`).join(' ')],
  ]
}

interface QueryAnswer {
  data: IpRecord[]
  request_metadata: {
    count: number
    adjusted_query: string
    scroll: string
    complete: boolean
    hints?: { message: string; suggestion: string | null }[]
  }
}

/** `noisefloor query GNQL`: a table on a terminal, one JSON record a line with --json. `limit` 0 means all. */
export async function query(
  connection: Connection,
  text: string,
  limit: number,
  json: boolean,
): Promise<void> {
  let scroll = ''
  let shown = 0
  for (;;) {
    const size = limit === 0 ? 1000 : Math.min(1000, limit - shown)
    const search = new URLSearchParams({ query: text, size: String(size), ...(scroll !== '' && { scroll }) })
    const answer = accepted(await call(connection, `/v3/gnql?${search}`)) as unknown as QueryAnswer
    if (shown === 0 && !json) {
      console.error(
        `${counted(answer.request_metadata.count, 'address', 'addresses')}${answer.request_metadata.adjusted_query ? ` for ${answer.request_metadata.adjusted_query}` : ''}`,
      )
      for (const { message, suggestion } of answer.request_metadata.hints ?? [])
        console.error(printable(suggestion === null ? message : `${message} Did you mean ${suggestion}`))
    }
    for (const record of answer.data) console.log(json ? jsonText(record) : rowOf(record))
    shown += answer.data.length
    scroll = answer.request_metadata.scroll
    if (answer.request_metadata.complete || answer.data.length === 0 || (limit > 0 && shown >= limit)) return
  }
}

/** One line of a table. */
export function rowOf({ ip, internet_scanner_intelligence: seen }: IpRecord): string {
  const tags = seen.tags.map(({ name }) => name).join(', ')
  return printable(
    [ip.padEnd(40), seen.classification.padEnd(11), seen.last_seen, seen.metadata.organization, tags].join(
      '  ',
    ),
  )
}
