import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseBlock } from '#gnql/values/address.ts'
import { fromColumn, fromHex, hexToColumn, withoutIpv4, toBounds, toColumn, toHex } from './address.ts'
import { address } from './query/columns.ts'
import { defineQuery } from './query/define.ts'
import { openTestAnalytics, type TestAnalytics } from './testing.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterAll(() => analytics.close())

/** Any of the 2^128, with IPv4 and runs of zeros well represented. */
const hex = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.stringMatching(/^[0-9a-f]{8}$/).map((four) => `00000000000000000000ffff${four}`),
  fc.stringMatching(/^[0-9a-f]{8}0{16}[0-9a-f]{8}$/),
  fc.constantFrom(
    '0'.repeat(32),
    'f'.repeat(32),
    '00000000000000000000ffffffffffff',
    '0'.repeat(31).concat('1'),
  ),
)

const block = fc
  .tuple(hex, fc.nat(128))
  .map(([digits, length]) =>
    fromHex(digits).includes(':') ? `${fromHex(digits)}/${length}` : `${fromHex(digits)}/${length % 33}`,
  )

test('hex to text and back is the same address', () => {
  fc.assert(
    fc.property(hex, (digits) => {
      expect(toHex(fromHex(digits))).toBe(digits)
    }),
  )
})

test('the engine reads what we write and prints what we read', async () => {
  const all = fc.sample(hex, 500)
  const query = defineQuery({
    name: 'addresses',
    params: z.object({ list: z.array(z.string()) }),
    row: z.object({ ip: address, digits: z.string() }),
    sql: 'SELECT arrayJoin({list:Array(IPv6)}) AS ip, lower(hex(ip)) AS digits',
  })
  const rows = await analytics.app.run(query, { list: all.map(hexToColumn) })
  expect(rows).toEqual(all.map((digits) => ({ ip: fromHex(digits), digits })))
  const again = await analytics.app.run(query, { list: all.map((digits) => toColumn(fromHex(digits))) })
  expect(again).toEqual(rows)
})

test('we read any spelling as the engine does', async () => {
  const texts = [
    '::192.0.2.1',
    '::0.0.0.0',
    '::FFFF:1.2.3.4',
    '1::',
    '64:ff9b::192.0.2.33',
    ...fc.sample(fc.ipV6(), 500),
  ]
  const query = defineQuery({
    name: 'spellings',
    params: z.object({ texts: z.array(z.string()) }),
    row: z.object({ read: z.array(z.string()) }),
    sql: 'SELECT arrayMap(text -> lower(hex(toIPv6(text))), {texts:Array(String)}) AS read',
  })
  expect(await analytics.app.run(query, { texts })).toEqual([{ read: texts.map(toHex) }])
})

test('IPv4 is shown as a dotted quad however it comes', () => {
  for (const text of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201']) {
    expect(fromColumn(text)).toBe('192.0.2.1')
  }
  expect(fromColumn('2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1')
  expect(fromColumn('::')).toBe('::')
})

test('what is no address is refused, not guessed', () => {
  const wrong = [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x7f.0.0.1',
    '1',
    'fe80::1%eth0',
    ':::',
    '1::2::3',
    '12345::',
    'localhost',
    '1.2.3.4 ',
    "1.2.3.4'",
    '1.2.3.4\0',
  ]
  for (const text of wrong) {
    expect(toHex(text), text).toBe(null)
    expect(toBounds(text), text).toBe(null)
  }
  for (const text of [
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '::/129',
    '::/1e1',
    '10.0.0.0/8/8',
    '/8',
  ]) {
    expect(toBounds(text), text).toBe(null)
  }
})

test('an IPv4 block /n is the mapped block /(96+n)', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(32), (four, length) => {
      expect(toBounds(`${four}/${length}`)).toEqual(toBounds(`::ffff:${four}/${96 + length}`))
    }),
  )
  expect(toBounds('192.0.2.7/24')).toEqual({
    from: '00000000000000000000ffffc0000200',
    to: '00000000000000000000ffffc00002ff',
  })
})

test('a block holds its own address and as many as its length says', () => {
  fc.assert(
    fc.property(hex, fc.nat(128), (digits, length) => {
      const text = fromHex(digits)
      const free = text.includes(':') ? 128 - length : 32 - (length % 33)
      const bounds = toBounds(`${text}/${text.includes(':') ? length : length % 33}`)
      if (!bounds) throw new Error('no bounds')
      expect(bounds.from <= digits && digits <= bounds.to).toBe(true)
      expect(BigInt(`0x${bounds.to}`) - BigInt(`0x${bounds.from}`) + 1n).toBe(1n << BigInt(free))
    }),
  )
})

test('an IPv6 block matches no IPv4 address unless it lies inside ::ffff:0:0/96', () => {
  const within = (parts: { from: string; to: string }[], digits: string): boolean =>
    parts.some(({ from, to }) => from <= digits && digits <= to)
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(96), (four, length) => {
      const bounds = toBounds(`::ffff:${four}/${length}`)
      if (!bounds) throw new Error('no bounds')
      expect(within(withoutIpv4(bounds), toHex(four) ?? '')).toBe(length === 96)
    }),
  )
  const all = withoutIpv4(toBounds('::/0') ?? { from: '', to: '' })
  for (const text of ['::', '::1', '::fffe:ffff:ffff', '::1:0:0:0', '2001:db8::', 'ffff::']) {
    expect(within(all, toHex(text) ?? ''), text).toBe(true)
  }
})

test('the language and the store understand blocks alike', () => {
  fc.assert(
    fc.property(block, (text) => {
      const bounds = toBounds(text)
      expect(bounds && withoutIpv4(bounds)).toEqual(parseBlock(text))
    }),
  )
})
