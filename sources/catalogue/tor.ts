import { eachRow, hasColumn } from '../formats/table.ts'
import { addMmdb, memberOf } from '../formats/mmdb/fields.ts'
import { looksLikeMmdb } from '../formats/mmdb/walk.ts'
import { addList } from '../formats/network-list.ts'
import type { NetworkSource } from '../source.ts'

const home = 'https://raw.githubusercontent.com/alireza-rezaee/tor-nodes/main'

/** Addresses of Tor relays. Value: "relay", "guard" or "exit"; an address may be all three. */
export const tor: NetworkSource = {
  kind: 'networks',
  name: 'tor',
  gives: 'Tor relays, guards and exits',
  matching: 'any',
  licence: 'MIT',
  credit: 'alireza-rezaee/tor-nodes, from the Tor Project',
  home: 'https://github.com/alireza-rezaee/tor-nodes',
  urls: [`${home}/latest.all.csv`, `${home}/latest.guards.csv`, `${home}/latest.exits.csv`],
  refreshHours: 6,
  files: /(^|\/)(tor-relays\.csv|latest\.(all|exits|guards)\.csv|torbulkexitlist(\.txt)?)$/i,
  minRows: 20,
  read(input, rows, bad) {
    const add = (ip: string, role: string): void => {
      if (ip.includes('/') || !rows.addCidr(ip, role)) bad(ip)
    }
    if (looksLikeMmdb(input.bytes))
      return addMmdb(input, rows, (record) => (memberOf(record, 'is_tor_exit_node') === true ? 'exit' : ''))
    if (hasColumn(input, 'ipaddr')) {
      const role = /guards/.test(input.name) ? 'guard' : /exit/.test(input.name) ? 'exit' : 'relay'
      return eachRow(input, ['ipaddr'], (row) => add(row('ipaddr'), role))
    }
    // The Tor Project's own list of exits: an address a line.
    if (!hasColumn(input, 'ip')) return addList(input, rows, 'exit', bad)
    return eachRow(input, ['ip', 'is_exit'], (row) => {
      add(row('ip'), 'relay')
      if (row('is_exit') === '1') add(row('ip'), 'exit')
      if (row('is_guard') === '1') add(row('ip'), 'guard')
    })
  },
}
