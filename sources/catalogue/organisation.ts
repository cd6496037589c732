import { z } from 'zod'
import { namesIn } from './asn.ts'
import { eachRow, hasColumn, looksLikeJson, readJson } from '../formats/table.ts'
import type { NameSource } from '../source.ts'

const overlay = z.array(
  z.object({ asn: z.number().int(), handle: z.string().optional(), description: z.string() }),
)

/** Name, country and kind of the organisation behind an AS number. Key: number; value: name, country code, category. */
export const organisation: NameSource = {
  kind: 'names',
  name: 'organisation',
  gives: 'name, country and category of the organisation behind an AS number',
  licence: 'CC-BY-4.0',
  credit: 'ip-location-db, from RouteViews and DB-IP (db-ip.com), both CC BY 4.0, by default',
  home: 'https://github.com/sapics/ip-location-db',
  urls: [
    'https://cdn.jsdelivr.net/npm/@ip-location-db/asn/asn-ipv4.csv',
    'https://cdn.jsdelivr.net/npm/@ip-location-db/asn/asn-ipv6.csv',
  ],
  refreshHours: 24 * 7,
  files: /(^|\/)(asn-names\.csv|overlay\.json)$/i,
  minRows: 100,
  read(input, rows, bad) {
    const add = (asn: string, ...said: string[]): void => {
      if (!/^\d{1,10}$/.test(asn) || !rows.add(asn, said.join('\t'))) bad(asn)
    }
    if (looksLikeJson(input)) {
      for (const { asn, handle, description } of readJson(input, overlay))
        add(String(asn), description || (handle ?? ''), '', '')
      return
    }
    if (!hasColumn(input, 'asn')) {
      for (const [asn, name] of namesIn(input)) add(asn, name, '', '')
      return
    }
    eachRow(input, ['asn', 'name'], (row) =>
      add(row('asn').replace(/^AS/i, ''), row('name'), row('country_code'), row('category')),
    )
  },
}
