import { eachRow } from '../formats/table.ts'
import type { NameSource } from '../source.ts'

const about = { kind: 'names', refreshHours: 24 * 30, minRows: 5 } as const
const md5 = /^[0-9a-f]{32}$/

/** What shows a JA3. Key: the hash; value: name, 1 when it is malicious, who says so. */
export const ja3: NameSource = {
  ...about,
  name: 'ja3',
  gives: 'names of TLS clients by JA3',
  licence: 'BSD-3-Clause; CC0-1.0',
  credit: 'salesforce/ja3, trisulnsm/ja3prints, abuse.ch SSLBL, Emerging Threats',
  home: 'https://sslbl.abuse.ch/ja3-fingerprints/',
  urls: ['https://sslbl.abuse.ch/blacklist/ja3_fingerprints.csv'],
  files: /(^|\/)(ja3|ja3_fingerprints)\.csv$/i,
  read(input, rows, bad) {
    const add = (hash: string, value: string): void => {
      if (!md5.test(hash) || !rows.add(hash, value)) bad(hash)
    }
    // abuse.ch comments its header out: hash, first seen, last seen, reason.
    if (!/^ja3,/im.test(input.bytes.toString('latin1', 0, 2000)))
      return eachRow({ ...input, bytes: Buffer.concat([abuseHeader, input.bytes]) }, ['ja3'], (row) =>
        add(row('ja3').toLowerCase(), [row('reason'), '1', 'abuse.ch'].join('\t')),
      )
    return eachRow(input, ['ja3', 'name'], (row) =>
      add(
        row('ja3').toLowerCase(),
        [row('name'), row('malicious') === '1' ? '1' : '0', row('source')].join('\t'),
      ),
    )
  },
}

const abuseHeader = Buffer.from('ja3,first,last,reason\n')

/** What shows a JA4 (TLS client). Key: the fingerprint; value as of `ja3`. */
export const ja4: NameSource = {
  ...about,
  name: 'ja4',
  gives: 'names of TLS clients by JA4',
  licence: 'BSD-3-Clause; MIT',
  credit: 'FoxIO-LLC/ja4 (JA4 only), hroost/ja4db',
  home: 'https://github.com/FoxIO-LLC/ja4',
  urls: ['https://raw.githubusercontent.com/FoxIO-LLC/ja4/main/ja4plus-mapping.csv'],
  files: /(^|\/)(ja4|ja4plus-mapping)\.csv$/i,
  read: (input, rows, bad) =>
    eachRow(input, ['ja4', 'application'], (row) => {
      const name = [row('application'), row('library'), row('device'), row('os')].filter(Boolean).join(', ')
      // FoxIO's table has rows that are of its other methods only.
      if (row('ja4') === '' || name === '') return
      const sound = /^[tqd][\ds]\d[di]\d{4}\w{2}_[0-9a-f]{12}_[0-9a-f]{12}$/i.test(row('ja4'))
      if (!sound || !rows.add(row('ja4').toLowerCase(), [name, '0', row('source') || 'FoxIO'].join('\t')))
        bad(row('ja4'))
    }),
}

/** What shows a HASSH (SSH client), and which servers show a server's HASSH. Value as of `ja3`. */
export const hassh: NameSource = {
  ...about,
  name: 'hassh',
  gives: 'names of SSH clients and servers by HASSH',
  licence: 'BSD-3-Clause',
  credit: 'salesforce/hassh, 0x4D31/hassh-utils',
  home: 'https://github.com/0x4D31/hassh-utils',
  // hassh-utils publishes a database of another shape: by import only.
  urls: [],
  files: /(^|\/)(hassh-client\.csv|hassh-server\.csv)$/i,
  read(input, rows, bad) {
    const server = /server/.test(input.name)
    const add = (hash: string, name: string, source: string): void => {
      if (name !== '' && !(md5.test(hash) && rows.add(hash, [name, '0', source].join('\t')))) bad(hash)
    }
    if (server)
      return eachRow(input, ['hassh_server', 'software'], (row) =>
        add(row('hassh_server').toLowerCase(), row('software'), 'hassh-utils'),
      )
    return eachRow(input, ['hassh', 'client_banner'], (row) =>
      add(row('hassh').toLowerCase(), row('client') || row('client_banner'), row('source')),
    )
  },
}
