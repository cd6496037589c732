import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4Of, isInside, readAddress, readNetwork } from '#model/address.ts'
import { canonical } from './canonical.ts'
import { changesBetween } from './changes.ts'
import { flatten, type Matching, maxOpenValues } from './flatten.ts'
import { merge } from './merge.ts'
import { NetworkRows } from './rows.ts'
import { search4, search6 } from './search.ts'

type Row = readonly [cidr: string, value: string]

const networksOf = (rows: readonly Row[]) => {
  const added = new NetworkRows()
  for (const [cidr, value] of rows) added.addCidr(cidr, value)
  return canonical(added.done())
}

/** What a table of several sources says about an address, source by source. */
const lookUp = (sources: readonly (readonly Row[])[], matching: Matching) => {
  const networks = sources.map((rows) => networksOf(rows))
  const flat = networks.map((each) => flatten(each, matching))
  const table = merge(flat)
  return (ip: string): string[][] => {
    const address = readAddress(ip)
    if (!address) throw new Error(ip)
    const quad = ipv4Of(address)
    const combination = quad >= 0 ? search4(table, quad) : search6(table, address)
    return flat.map(({ sets }, at) =>
      (sets[table.cells[combination * table.tables + at] ?? 0] ?? []).map(
        (value) => networks[at]?.values[value] ?? '',
      ),
    )
  }
}

/** The same by trying every row. */
const plainly = (rows: readonly Row[], ip: string, matching: Matching): string[] => {
  const address = readAddress(ip)
  const found = rows.flatMap(([cidr, value]) => {
    const network = readNetwork(cidr)
    return address && network && isInside(address, network) ? [{ bits: network.bits, value }] : []
  })
  const maxBits = Math.max(...found.map(({ bits }) => bits))
  const narrow = found.filter(({ bits }) => bits === maxBits).map(({ value }) => value)
  return matching === 'any' ? [...new Set(found.map(({ value }) => value))].sort() : narrow.sort().slice(-1)
}

// Few addresses and lengths, so that networks nest, touch and repeat.
const cidr4 = fc
  .tuple(fc.constantFrom(0, 1, 10, 127, 128, 255), fc.nat(3), fc.integer({ min: 4, max: 32 }))
  .map(([first, last, bits]) => `${first}.0.0.${last}/${bits}`)
const cidr6 = fc
  .tuple(fc.constantFrom('2000', '2001', 'ffff'), fc.nat(3), fc.integer({ min: 7, max: 128 }))
  .map(([first, last, bits]) => `${first}::${last}/${bits}`)
const rows = fc.array(fc.tuple(fc.oneof(cidr4, cidr6), fc.constantFrom('a', 'b', 'c')), { maxLength: 12 })
const ip = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 1, 9, 10, 127, 128, 255), fc.nat(5))
    .map(([first, last]) => `${first}.0.0.${last}`),
  fc
    .tuple(fc.constantFrom('2000', '2001', 'ffff', '1'), fc.nat(5))
    .map(([first, last]) => `${first}::${last}`),
  fc.constantFrom('0.0.0.0', '255.255.255.255', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
)

describe('a table merged from sources', () => {
  test('says of any address what trying every row says', () => {
    fc.assert(
      fc.property(
        fc.array(rows, { minLength: 1, maxLength: 4 }),
        fc.array(ip, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<Matching>('any', 'longest'),
        (sources, ips, matching) => {
          const answer = lookUp(sources, matching)
          for (const each of ips)
            expect(
              answer(each).map((values) => values.toSorted()),
              each,
            ).toEqual(sources.map((source) => plainly(source, each, matching)))
        },
      ),
      { numRuns: 120 },
    )
  })

  test('the narrowest network speaks first', () => {
    const answer = lookUp([[['10.0.0.0/8', 'wide'] as const, ['10.0.0.0/24', 'narrow'] as const]], 'any')
    expect(answer('10.0.0.1')).toEqual([['narrow', 'wide']])
    expect(answer('10.0.1.1')).toEqual([['wide']])
    expect(answer('11.0.0.0')).toEqual([[]])
  })

  // Once the room for them grew with the square of the rows, and eight thousand rows took half a gigabyte.
  test('a list that says thousands of things of one network is kept in bounds', () => {
    const list = Array.from({ length: 3000 }, (_, at): Row => ['10.0.0.0/8', `value ${at}`])
    const networks = networksOf([...list, ['10.1.0.0/16', 'narrow']])
    const { sets } = flatten(networks, 'any')
    expect(sets.map(({ length }) => length)).toEqual([0, maxOpenValues, maxOpenValues])
    const answer = lookUp([[...list, ['10.1.0.0/16', 'narrow']]], 'any')
    expect(answer('10.1.2.3')[0]?.[0]).toBe('narrow')
    expect(answer('10.2.0.0')[0]).toHaveLength(maxOpenValues)
    expect(answer('11.0.0.0')).toEqual([[]])
  })
})

describe('rows', () => {
  test('their order, and how often they come, do not matter', () => {
    fc.assert(
      fc.property(
        rows.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(networksOf([...shuffled, ...list])).toEqual(networksOf(list))
        },
      ),
    )
  })

  test('changes between two lists are what a comparison network by network finds', () => {
    const byNetwork = (list: readonly Row[]) => {
      const networks = new Map<string, Set<string>>()
      for (const [cidr, value] of list) {
        const network = readNetwork(cidr)
        const key = `${network?.words.join('.')}/${network?.bits}`
        networks.set(key, (networks.get(key) ?? new Set()).add(value))
      }
      return new Map([...networks].map(([key, values]) => [key, [...values].sort().join()]))
    }
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const [old, young] = [byNetwork(before), byNetwork(after)]
        expect(changesBetween(networksOf(before), networksOf(after))).toEqual({
          added: [...young.keys()].filter((key) => !old.has(key)).length,
          removed: [...old.keys()].filter((key) => !young.has(key)).length,
          changed: [...young].filter(([key, said]) => old.has(key) && old.get(key) !== said).length,
        })
      }),
    )
  })

  test('a range is the networks it is made of: they hold its ends and not their neighbours', () => {
    const quad = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
    fc.assert(
      fc.property(fc.nat(0xfffffffe), fc.nat(100_000), (start, length) => {
        const end = Math.min(start + length, 0xfffffffe)
        for (const [from, to, before, after] of [
          [quad(start), quad(end), start > 0 ? quad(start - 1) : null, quad(end + 1)],
          [`2001::${quad(start)}`, `2001::${quad(end)}`, '2000::', `2001::${quad(end + 1)}`],
        ] as const) {
          const added = new NetworkRows()
          expect(added.addRange(from, to, 'x')).toBe(true)
          const networks = canonical(added.done())
          const flat = flatten(networks, 'any')
          const table = merge([flat])
          const holds = (text: string) => {
            const address = readAddress(text)
            if (!address) return null
            const quadOf = ipv4Of(address)
            const found = quadOf >= 0 ? search4(table, quadOf) : search6(table, address)
            return (table.cells[found] ?? 0) > 0
          }
          expect([holds(from), holds(to), before && holds(before), holds(after)]).toEqual([
            true,
            true,
            before && false,
            false,
          ])
        }
      }),
      { numRuns: 40 },
    )
  })

  test('what is no network is none, and neither is half the internet', () => {
    const added = new NetworkRows()
    for (const text of [
      '',
      '/',
      '1.2.3.4/',
      '1.2.3/24',
      '1.2.3.4/33',
      '1.2.3.4/-1',
      '1.2.3.4/2e1',
      '0.0.0.0/0',
      '::/0',
      '::ffff:0:0/96',
      '::ffff:0.0.0.0/99',
    ])
      expect(added.addCidr(text, 'x'), text).toBe(false)
    expect(added.addRange('1.0.0.5', '1.0.0.4', 'x')).toBe(false)
    expect(added.addRange('1.0.0.5', '::1', 'x')).toBe(false)
    // Written as two addresses it marks the world as well.
    for (const [from, to] of [
      ['0.0.0.0', '255.255.255.255'],
      ['0.0.0.1', '255.255.255.254'],
      ['::ffff:0.0.0.0', '::ffff:255.255.255.255'],
      ['224.0.0.0', '240.0.0.0'],
      ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['::fffe:ffff:ffff', '::1:0:0:0'],
    ] as const)
      added.addRange(from, to, 'x')
    const held = canonical(added.done())
    expect(held.tails4).toHaveLength(0)
    expect(held.tails6.every((tail) => tail >>> 24 === 128)).toBe(true)
    expect(added.addRange('224.0.0.0', '239.255.255.255', 'x')).toBe(true)
    expect(added.addRange('fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'x')).toBe(true)
  })
})
