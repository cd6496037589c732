import { eachRow, hasColumn } from '../formats/table.ts'
import { addList } from '../formats/network-list.ts'
import { addMmdb, memberOf } from '../formats/mmdb/fields.ts'
import { looksLikeMmdb } from '../formats/mmdb/walk.ts'
import type { NetworkSource } from '../source.ts'

const home = 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main'

/** The lists of X4BNet that are one service's. */
const services: Record<string, string> = {
  apple: 'Apple iCloud Private Relay',
  protonvpn: 'Proton VPN',
  pia: 'Private Internet Access',
  mullvadvpn: 'Mullvad',
}

/** Addresses of VPN services. Value: the service's name, "VPN" where only that is known (`anyVpn`). */
export const vpn: NetworkSource = {
  kind: 'networks',
  name: 'vpn',
  gives: 'addresses of VPN services, with names where known',
  matching: 'any',
  licence: 'MIT; Unlicense',
  credit: 'X4BNet/lists_vpn, ShadowWhisperer/IPs',
  home: 'https://github.com/X4BNet/lists_vpn',
  urls: [
    `${home}/output/vpn/ipv4.txt`,
    ...Object.keys(services).map((name) => `${home}/input/vpn/ips/${name}.txt`),
  ],
  refreshHours: 24,
  files:
    /(^|\/)(vpn\.csv|output\/vpn\/ipv[46]\.txt|input\/vpn\/ips\/[a-z]+\.txt|[^/]*anonymous-ip[^/]*\.mmdb)$/i,
  minRows: 5,
  read(input, rows, bad) {
    if (looksLikeMmdb(input.bytes))
      return addMmdb(input, rows, (record) => (memberOf(record, 'is_anonymous_vpn') === true ? anyVpn : ''))
    if (!hasColumn(input, 'cidr')) {
      const list = /([a-z]+)\.txt$/i.exec(input.name)?.[1]?.toLowerCase() ?? ''
      return addList(input, rows, services[list] ?? anyVpn, bad)
    }
    return eachRow(input, ['cidr', 'service'], (row) => {
      if (!rows.addCidr(row('cidr'), row('service') || anyVpn)) bad(row('cidr'))
    })
  },
}

export const anyVpn = 'VPN'
