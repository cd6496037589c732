import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import maxmind, { type Response } from 'maxmind'
import { describe, expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { asn } from '../../catalogue/asn.ts'
import { city } from '../../catalogue/city.ts'
import { country } from '../../catalogue/country.ts'
import type { Source } from '../../source.ts'
import { parseSource } from '../../import/parse.ts'
import { textOf } from './testing.ts'
import { walkMmdb } from './walk.ts'

const folder = extraData('geo/mmdb-test')

describe('test databases', () => {
  const read = (name: string): Buffer => readFileSync(join(folder, name))
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? Number(v) : v)))

  test.each(readdirSync(folder).filter((name) => name.endsWith('.mmdb')))(
    '%s: all networks have the records that another reader finds',
    async (name) => {
      const reader = await maxmind.open<Response>(join(folder, name))
      let networks = 0
      walkMmdb(read(name), (network, record) => {
        networks += 1
        expect(plain(record), textOf(network)).toEqual(plain(reader.get(textOf(network))))
      })
      expect(networks).toBeGreaterThan(10)
    },
  )

  test.each([
    ['GeoLite2-City-Test.mmdb', city, 'GB\tEngland\tLondon\t51.5142\t-0.0931'],
    ['GeoLite2-Country-Test.mmdb', country, 'GB'],
    ['GeoLite2-ASN-Test.mmdb', asn, '1221\tTelstra Pty Ltd'],
  ] as const)('%s is read as a source', (name, source, value) => {
    const { content, bad } = parseSource(source, [{ name, bytes: read(name) }])
    expect(bad).toBe(0)
    expect(content.kind === 'networks' && content.networks.values).toContain(value)
  })

  const sources: readonly Source[] = [country, asn, city]
  const refusesOrReads = (bytes: Buffer, source: Source): void => {
    try {
      parseSource(source, [{ name: 'x.mmdb', bytes }])
    } catch (error) {
      expect((error as Error).name).toBe('SourceRefused')
    }
  }

  test.each(readdirSync(join(folder, 'bad')))('bad/%s is refused, or read without harm', (name) => {
    for (const source of sources) refusesOrReads(read(join('bad', name)), source)
  })

  test('cut at any byte or damaged anywhere, a database is refused or read without harm', () => {
    const whole = read('GeoLite2-Country-Test.mmdb')
    for (let length = 0; length < whole.length; length += 211)
      expect(() => parseSource(country, [{ name: 'x.mmdb', bytes: whole.subarray(0, length) }])).toThrow()
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        refusesOrReads(damaged, country)
      }),
      { numRuns: 100 },
    )
  })
})
