import { eachRow } from '../formats/table.ts'
import type { NameSource } from '../source.ts'

/** Names of mobile carriers by country, to call a mobile network by its brand. Key: country code; value: name. */
export const carrier: NameSource = {
  kind: 'names',
  name: 'carrier',
  gives: 'names of mobile carriers',
  licence: 'MIT',
  credit: 'musalbas/mcc-mnc-table',
  home: 'https://github.com/musalbas/mcc-mnc-table',
  urls: ['https://raw.githubusercontent.com/musalbas/mcc-mnc-table/master/mcc-mnc-table.csv'],
  refreshHours: 24 * 90,
  files: /(^|\/)(mobile-mcc-mnc|mcc-mnc-table)\.csv$/i,
  minRows: 20,
  read: (input, rows, bad) =>
    eachRow(input, ['iso', 'network'], (row) => {
      // Some rows are of no country (satellites, aircraft).
      if (row('network') === '' || !/^[a-z]{2}$/i.test(row('iso'))) return
      if (!rows.add(row('iso').toUpperCase(), row('network'))) bad(row('network'))
    }),
}

const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9&+]+/g, ' ')
    .trim()} `

/** The brand among `names` (of one country) that stands in an organisation's name as whole words, the longest; else the name itself. */
export function carrierName(organization: string, names: readonly string[]): string {
  const words = wordsOf(organization)
  return (
    names
      .filter((name) => name.length > 1 && words.includes(wordsOf(name)))
      .reduce((best, name) => (name.length > best.length ? name : best), '') || organization
  )
}
