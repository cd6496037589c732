import { z } from 'zod'
import { eachRow, looksLikeJson, readJson } from '../formats/table.ts'
import { SourceRefused } from '../refused.ts'
import { folderOf } from '../formats/network-list.ts'
import type { NetworkSource } from '../source.ts'
import { warningLists } from './service-lists.ts'

const home = 'https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists'
const warningList = z.object({ list: z.array(z.string().max(256)).max(1_000_000) })

/**
 * Services that businesses use and whose traffic is no attack: CDN, DNS, mail, updates. Value: provider, category, trust
 * level (1 reasonably ignored, 2 common business service, 0 not a public address), the list's name.
 */
export const service: NetworkSource = {
  kind: 'networks',
  name: 'service',
  gives: 'common business services, with trust level',
  matching: 'any',
  licence: 'CC0-1.0',
  credit: 'MISP/misp-warninglists, lord-alfred/ipranges',
  home: 'https://github.com/MISP/misp-warninglists',
  urls: Object.keys(warningLists).map((list) => `${home}/${list}/list.json`),
  refreshHours: 24 * 7,
  files: new RegExp(
    `(^|/)(benign-services\\.csv|(${Object.keys(warningLists).join('|')})/list\\.json)$`,
    'i',
  ),
  minRows: 10,
  read(input, rows, bad) {
    if (!looksLikeJson(input))
      return eachRow(input, ['cidr', 'provider', 'category', 'trust_level', 'list'], (row) => {
        const said = [row('provider'), row('category'), row('trust_level'), row('list')]
        if (!/^[012]$/.test(row('trust_level')) || !rows.addCidr(row('cidr'), said.join('\t')))
          bad(row('cidr'))
      })
    const name = folderOf(input)
    const known = warningLists[name]
    if (!known) throw new SourceRefused(`"${name}" is no list we know`)
    for (const entry of readJson(input, warningList).list) {
      // Some lists hold host names, too.
      if (/^[\da-f.:]+(\/\d+)?$/i.test(entry) && !rows.addCidr(entry, [...known, name].join('\t'))) bad(entry)
    }
    return undefined
  },
}
