import { eachRow, hasColumn, linesOf } from '../formats/table.ts'
import type { SourceInput } from '../formats/unpack.ts'
import { addMmdb, textOf } from '../formats/mmdb/fields.ts'
import { looksLikeMmdb } from '../formats/mmdb/walk.ts'
import { addList, addTable } from '../formats/network-list.ts'
import type { NetworkRows } from '../ranges/rows.ts'
import type { Bad, NetworkSource } from '../source.ts'

/** "13335", "AS13335" or several with blanks between → numbers with blanks between; null when it is none. */
const numbersOf = (text: string): string | null => {
  if (/^[1-9]\d{0,8}$/.test(text)) return text
  const parts = text
    .trim()
    .toUpperCase()
    .split(/[\s_,{}]+/)
    .filter(Boolean)
    .map((part) => part.replace(/^AS/, ''))
  const sound = parts.length > 0 && parts.every((part) => /^\d{1,10}$/.test(part) && Number(part) < 2 ** 32)
  return sound ? parts.map(Number).join(' ') : null
}

/** Who announces an address. Value: numbers, and the name where the file has one ("13335⇥Cloudflare, Inc."). */
export const asn: NetworkSource = {
  kind: 'networks',
  name: 'asn',
  gives: 'AS number that announces an address',
  matching: 'longest',
  licence: 'CC-BY-4.0',
  credit: 'ip-location-db, from RouteViews and DB-IP (db-ip.com), both CC BY 4.0, by default',
  home: 'https://github.com/sapics/ip-location-db',
  urls: [
    'https://cdn.jsdelivr.net/npm/@ip-location-db/asn/asn-ipv4.csv',
    'https://cdn.jsdelivr.net/npm/@ip-location-db/asn/asn-ipv6.csv',
  ],
  refreshHours: 24 * 7,
  files: /(^|\/)(asn-ipv[46]\.csv|(geolite2|geoip2|dbip)?-?asn[^/]*\.mmdb|ipasn[^/]*\.dat|data\/AS\d+)$/i,
  minRows: 200,
  read: readAsns,
}

function readAsns(input: SourceInput, rows: NetworkRows, bad: Bad): void {
  if (looksLikeMmdb(input.bytes))
    return addMmdb(input, rows, (record) => {
      const number = textOf(record, 'autonomous_system_number')
      return number && `${number}\t${textOf(record, 'autonomous_system_organization')}`
    })
  // AS-Prefix: a file a network, named after it, "# AS1000 - NAME" first.
  const ofOne = /(?:^|\/)AS(\d{1,10})$/.exec(input.name)
  if (ofOne) {
    const title = /^# *AS\d+ - ([^\n]*)/.exec(input.bytes.toString('utf8', 0, 300))?.[1] ?? ''
    return addList(input, rows, `${Number(ofOne[1])}\t${title.trim()}`, bad)
  }
  if (!hasColumn(input, 'cidr'))
    // The names of such tables are a source of their own (organisation).
    return addTable(input, rows, bad, ([numbers = '']) => numbersOf(numbers))
  return eachRow(input, ['cidr', 'asn'], (row) => {
    const found = numbersOf(row('asn'))
    if (found === null || !rows.addCidr(row('cidr'), found)) bad(row('cidr'))
  })
}

/** Numbers and names in a headerless table with ranges, each once: what the npm package knows about organisations. */
export function* namesIn(input: SourceInput): Generator<[asn: string, name: string]> {
  const seen = new Set<string>()
  for (const line of linesOf(input)) {
    const comma = line.indexOf(',', line.indexOf(',') + 1)
    const owner = line.slice(comma + 1)
    if (seen.has(owner)) continue
    seen.add(owner)
    const split = owner.indexOf(',')
    const name = owner.slice(split + 1)
    yield [owner.slice(0, split), name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name]
  }
}
