import { eachRow, hasColumn } from '../formats/table.ts'
import type { SourceInput } from '../formats/unpack.ts'
import { addMmdb, textOf } from '../formats/mmdb/fields.ts'
import { looksLikeMmdb } from '../formats/mmdb/walk.ts'
import { addTable } from '../formats/network-list.ts'
import type { NetworkRows } from '../ranges/rows.ts'
import type { Bad, NetworkSource } from '../source.ts'

/** Value: country code, region, city, latitude, longitude; "" for what is not known. */
const valueOf = (
  country: string,
  region: string,
  city: string,
  latitude: string,
  longitude: string,
): string => {
  const [lat, lng] = [Number(latitude), Number(longitude)]
  const placed = latitude !== '' && longitude !== '' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  if (city === '' && region === '' && !placed) return ''
  const clean = [country.toUpperCase(), region, city].map((text) => text.replaceAll('\t', ' ').trim())
  return [...clean, ...(placed ? [String(lat), String(lng)] : ['', ''])].join('\t')
}

/** Where the users of an address are, as its operator or an MMDB says. */
export const city: NetworkSource = {
  kind: 'networks',
  name: 'city',
  gives: 'city, region and coordinates of an address',
  matching: 'longest',
  licence: 'facts published by the operators (RFC 8805); MIT-0 for the collection of AWS',
  credit: 'AWS, Microsoft, Google Cloud and Starlink geofeeds; or an MMDB of your own when imported',
  home: 'https://github.com/chriselsen/AWS-Geofeed',
  urls: [
    'https://raw.githubusercontent.com/chriselsen/AWS-Geofeed/main/data/aws-geofeed.txt',
    'https://geoip.starlinkisp.net/feed.csv',
    'https://www.gstatic.com/ipranges/cloud_geofeed',
  ],
  refreshHours: 24 * 7,
  files:
    /(^|\/)(geofeed-cities\.csv|aws-geofeed\.txt|[^/]*geofeed[^/]*\.csv|[^/]*city[^/]*\.mmdb|dbip-city[^/]*\.csv)$/i,
  minRows: 20,
  read: readCities,
}

function readCities(input: SourceInput, rows: NetworkRows, bad: Bad): void {
  if (looksLikeMmdb(input.bytes))
    return addMmdb(input, rows, (record) => {
      const text = (...path: (string | number)[]): string => textOf(record, ...path)
      return valueOf(
        text('country', 'iso_code') || text('country_code'),
        text('subdivisions', 0, 'names', 'en') || text('state1'),
        text('city', 'names', 'en') || text('city'),
        text('location', 'latitude') || text('latitude'),
        text('location', 'longitude') || text('longitude'),
      )
    })
  // RFC 8805: network, country, region, city, postal code. dbip-city: range, country, two states, city, code, coordinates.
  if (!hasColumn(input, 'cidr'))
    return addTable(input, rows, bad, (fields) => {
      if (!/^[a-z]{2}$/i.test(fields[0] ?? '')) return fields[0] === '' ? '' : null
      return fields.length >= 7
        ? valueOf(fields[0] ?? '', fields[1] ?? '', fields[3] ?? '', fields[5] ?? '', fields[6] ?? '')
        : valueOf(fields[0] ?? '', fields[1] ?? '', fields[2] ?? '', '', '')
    })
  return eachRow(input, ['cidr', 'country_code', 'city'], (row) => {
    const value = valueOf(
      row('country_code'),
      row('region') || row('region_code'),
      row('city'),
      row('latitude'),
      row('longitude'),
    )
    if (value !== '' && !rows.addCidr(row('cidr'), value)) bad(row('cidr'))
  })
}
