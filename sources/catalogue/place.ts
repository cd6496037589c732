import { eachRow } from '../formats/table.ts'
import type { NameSource } from '../source.ts'

/** Where cities are, for those that a geofeed only names. Key: country code and name; value: latitude, longitude. */
export const place: NameSource = {
  kind: 'names',
  name: 'place',
  gives: 'coordinates of cities that geofeeds name',
  licence: 'CC-BY-4.0',
  credit: 'GeoNames (geonames.org), CC BY 4.0, through joelacus/world-cities',
  home: 'https://github.com/joelacus/world-cities',
  urls: ['https://raw.githubusercontent.com/joelacus/world-cities/main/world_cities.csv'],
  refreshHours: 24 * 90,
  files: /(^|\/)(cities|world_cities)\.csv$/i,
  minRows: 100,
  read: (input, rows, bad) =>
    eachRow(input, ['country', 'name', 'lat', 'lng'], (row) => {
      const [lat, lng] = [Number(row('lat')), Number(row('lng'))]
      const sound = /^[A-Z]{2}$/.test(row('country')) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
      if (!sound || !rows.add(placeKey(row('country'), row('name')), `${lat}\t${lng}`)) bad(row('name'))
    }),
}

/** Accents and case differ between publishers. */
export const placeKey = (country: string, name: string): string =>
  `${country} ${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('\t', ' ')}`

/** Half a degree is some 50 km: beyond, two places of one name are different places. */
const near = 0.5

/** The coordinates of a name; null when nobody bears it, or several places do that lie apart. */
export function coordinatesOf(
  found: readonly string[] | undefined,
): { latitude: number; longitude: number } | null {
  const places = (found ?? []).map((text) => text.split('\t').map(Number))
  const [latitude = 0, longitude = 0] = places[0] ?? []
  const one = places.every(
    ([lat = 0, lng = 0]) => Math.abs(lat - latitude) <= near && Math.abs(lng - longitude) <= near,
  )
  return places.length > 0 && one ? { latitude, longitude } : null
}
