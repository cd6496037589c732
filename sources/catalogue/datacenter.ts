import { eachRow, hasColumn } from '../formats/table.ts'
import { addList } from '../formats/network-list.ts'
import type { NetworkSource } from '../source.ts'

const home = 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter'

/** Ranges of hosting companies. Value: nothing but that. */
export const datacenter: NetworkSource = {
  kind: 'networks',
  name: 'datacenter',
  gives: 'ranges of datacenters and hosting companies',
  matching: 'any',
  licence: 'MIT',
  credit: 'X4BNet/lists_vpn',
  home: 'https://github.com/X4BNet/lists_vpn',
  urls: [`${home}/ipv4.txt`, `${home}/ipv6.txt`],
  refreshHours: 24,
  files: /(^|\/)(datacenter\.csv|output\/datacenter\/ipv[46]\.txt)$/i,
  minRows: 10,
  read(input, rows, bad) {
    if (!hasColumn(input, 'cidr')) return addList(input, rows, 'datacenter', bad)
    return eachRow(input, ['cidr'], (row) => {
      if (!rows.addCidr(row('cidr'), 'datacenter')) bad(row('cidr'))
    })
  },
}
