import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AddressRows } from '#methods/extraction/address-rows.ts'
import { addressesInto } from '#methods/extraction/extractor.ts'
import { hexOf, keyOf } from '#model/address-keys.ts'
import { toHex } from '#store/analytics/address.ts'
import { merged, sorted } from './sorted.ts'

/** `::` alone is punctuation of many texts, and none. */
const address = fc
  .oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('::1', '::ffff:0:1', '::fffe:1.2.3.4'))
  .filter((text) => text !== '::')

function listed(addresses: readonly string[]) {
  const rows = new AddressRows(1000)
  const extractor = addressesInto(rows)
  extractor.push(Buffer.from(`${addresses.join('\n')}\n`))
  extractor.end()
  return sorted(rows)
}
const hexesOf = (keys: Uint32Array): string[] =>
  Array.from({ length: keys.length / 4 }, (_, at) => hexOf(keys, at))
const hexes = (addresses: readonly string[]): string[] =>
  [...new Set(addresses.map((one) => toHex(one)!))].sort()

test('addresses come out in ascending order, each once, with how often and where it stood', () => {
  fc.assert(
    fc.property(fc.array(address, { maxLength: 100 }), (addresses) => {
      const { keys, times, lines } = listed(addresses)
      const found = hexesOf(keys)
      expect(found).toEqual(hexes(addresses))
      const all = addresses.map((one) => toHex(one))
      expect([...times]).toEqual(found.map((hex) => all.filter((one) => one === hex).length))
      expect([...lines]).toEqual(found.map((hex) => all.indexOf(hex) + 1))
    }),
  )
})

test('what comes from blocks is put among them; what stood there itself keeps its place', () => {
  const some = fc.array(address, { maxLength: 30 })
  fc.assert(
    fc.property(some, some, (addresses, inside) => {
      const more = hexes(inside)
      const own = listed(addresses)
      const all = merged(own, Uint32Array.from(more.flatMap((hex) => [...keyOf(hex)])), () => ({
        times: 77,
        line: 99,
      }))
      const found = hexesOf(all.keys)
      expect(found).toEqual(hexes([...addresses, ...inside]))
      const known = new Set(hexes(addresses))
      expect([...all.lines].map((line) => line === 99)).toEqual(found.map((hex) => !known.has(hex)))
    }),
  )
})

test('of the networks the first are told, as many as are asked for', () => {
  const texts = Array.from({ length: 50 }, (_, at) => `20.0.${at}.0/24`)
  const rows = new AddressRows(1000)
  const extractor = addressesInto(rows)
  extractor.push(Buffer.from(`${texts.join('\n')}\n8.8.8.8\n`))
  extractor.end()
  expect(sorted(rows, 50).networks.map(({ line }) => line)).toEqual(texts.map((_, at) => at + 1))
  const { networks, keys } = sorted(rows, 3)
  expect([networks.map(({ line }) => line), hexesOf(keys)]).toEqual([[1, 2, 3], hexes(['8.8.8.8'])])
})
