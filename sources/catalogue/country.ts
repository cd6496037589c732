import { eachRow, hasColumn } from '../formats/table.ts'
import type { SourceInput } from '../formats/unpack.ts'
import { addMmdb, textOf } from '../formats/mmdb/fields.ts'
import { looksLikeMmdb } from '../formats/mmdb/walk.ts'
import { addList, addTable, folderOf } from '../formats/network-list.ts'
import type { NetworkRows } from '../ranges/rows.ts'
import type { Bad, NetworkSource } from '../source.ts'

const code = /^[A-Z]{2}$/i
const codeOrNull = (text: string): string | null => (code.test(text) ? text.toUpperCase() : null)

/** Country of an address: who the range was delegated to, or where its network says it is; the file decides. Value: ISO code. */
export const country: NetworkSource = {
  kind: 'networks',
  name: 'country',
  gives: 'country of an address',
  matching: 'longest',
  licence: 'CC0-1.0',
  credit: 'ip-location-db (CC0) by default; ipverse/rir-ip or an MMDB of your own when imported',
  home: 'https://github.com/sapics/ip-location-db',
  urls: [
    'https://cdn.jsdelivr.net/npm/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  ],
  refreshHours: 24 * 7,
  files:
    /(^|\/)(country-ipv[46]\.csv|(geolite2|geoip2|geo-whois-asn|dbip)?-?country[^/]*\.mmdb|country\/[a-z]{2}\/ipv[46]-aggregated\.txt)$/i,
  minRows: 200,
  read: readCountries,
}

function readCountries(input: SourceInput, rows: NetworkRows, bad: Bad): void {
  if (looksLikeMmdb(input.bytes))
    return addMmdb(
      input,
      rows,
      (record) =>
        codeOrNull(
          textOf(record, 'country', 'iso_code') ||
            textOf(record, 'country_code') ||
            textOf(record, 'registered_country', 'iso_code'),
        ) ?? '',
    )
  // ipverse: a folder a country, a network a line.
  if (/ipv[46]-aggregated\.txt$/.test(input.name)) {
    const found = codeOrNull(folderOf(input))
    return found === null ? bad(input.name) : addList(input, rows, found, bad)
  }
  if (!hasColumn(input, 'cidr')) return addTable(input, rows, bad, ([first = '']) => codeOrNull(first))
  return eachRow(input, ['cidr', 'country_code'], (row) => {
    const found = codeOrNull(row('country_code'))
    if (found === null || !rows.addCidr(row('cidr'), found)) bad(row('cidr'))
  })
}
