import { readFileSync } from 'node:fs'
import maxmind, { type Response } from 'maxmind'
import { expect, test } from 'vitest'
import { dataPackage } from '../../package.ts'
import { textOf } from './testing.ts'
import { walkMmdb } from './walk.ts'

const bundled = dataPackage('@ip-location-db/geo-whois-asn-country-mmdb')

test.runIf(bundled)(
  'every network of the bundled database has the record that another reader finds',
  async () => {
    const path = bundled?.file('geo-whois-asn-country.mmdb') ?? ''
    const reader = await maxmind.open<Response>(path)
    let [networks, compared] = [0, 0]
    walkMmdb(readFileSync(path), (network, record) => {
      if (networks++ % 997 !== 0) return
      compared += 1
      expect(reader.get(textOf(network)), textOf(network)).toEqual({ ...(record as object) })
    })
    expect(compared).toBeGreaterThan(500)
  },
)
