import { expect, it } from 'vitest'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import { ipColumns } from './ips.ts'
import { documentRow, documentColumns } from './document.ts'

/** Columns, of which two that are a pair are one member. */
const members = new Set(ipDocumentColumns.map(({ name, pair = name }) => pair.split('.')[0]))

it('a row of the engine becomes a document with every member and no other', () => {
  const row = { ip: '::ffff:192.0.2.1', latitude: null, scan_port: [80], scan_protocol: ['tcp'] }
  const document = documentRow.parse(row)
  expect(Object.keys(document).toSorted()).toEqual([...members].toSorted())
  expect(document).toMatchObject({
    ip: '192.0.2.1',
    scan: [{ port: 80, protocol: 'tcp' }],
    last_seen: '',
    tags: [],
  })
})

it('every column of the table but the bookkeeping is asked for', () => {
  const asked = new Set(documentColumns)
  expect(ipColumns.map(([name]) => name).filter((name) => !asked.has(name))).toEqual(['oldest_day'])
})
