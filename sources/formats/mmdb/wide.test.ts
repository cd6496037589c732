import { expect, test } from 'vitest'
import { NetworkRows } from '../../ranges/rows.ts'
import { addMmdb } from './fields.ts'

/** A whole database of one node: both halves of all addresses of IPv4 have the record "NL". */
const ofTheWorld = (): Buffer => {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x40 | word.length]), Buffer.from(word)])
  const number = (type: number, value: number): Buffer => Buffer.from([(type << 5) | 1, value])
  // Records count from the node behind the last, and 16 bytes of zeros.
  const tree = Buffer.from([0, 0, 17, 0, 0, 17])
  const metadata = Buffer.concat([
    text('node_count'),
    number(6, 1),
    text('record_size'),
    number(5, 24),
    text('ip_version'),
    number(5, 4),
  ])
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), text('NL'), marker, Buffer.from([0xe3]), metadata])
}

test('a database that says something of half the internet says nothing', () => {
  const rows = new NetworkRows()
  const asked: unknown[] = []
  addMmdb({ name: 'country.mmdb', bytes: ofTheWorld() }, rows, (record) => {
    asked.push(record)
    return String(record)
  })
  expect(asked).toEqual(['NL'])
  expect(rows.length).toBe(0)
})
