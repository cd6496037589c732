import { countryName } from '#model/countries.ts'
import type { BusinessService, NetworkData } from '#model/sources.ts'
import { type Enrichment, noFacts } from '#model/session.ts'
import { nameSources, networkSources } from '#sources/catalogue/address-sources.ts'
import { carrierName } from '#sources/catalogue/carrier.ts'
import { cloudName } from '#sources/catalogue/cloud.ts'
import type { LoadedSources, NetworkName } from '#sources/load.ts'
import { valuesOf } from '#sources/lookup-tables/rows.ts'
import { categoryOf } from '#sources/catalogue/organisation-category.ts'
import { coordinatesOf, placeKey } from '#sources/catalogue/place.ts'
import { businessService } from '#sources/catalogue/service-words.ts'
import { anyVpn } from '#sources/catalogue/vpn.ts'

type NameKind = (typeof nameSources)[number]['name']

/** Texts of what is loaded, by combination of cells of the merged table. */
export interface LoadedValues {
  enrichment(combination: number): Enrichment
  network(combination: number): NetworkData
  services(combination: number): readonly BusinessService[]
  /** What is said under a key of a source of names. */
  named(kind: NameKind, key: string): readonly string[]
}

const serviceNames = (vpns: readonly string[]): string[] => vpns.filter((name) => name !== anyVpn).sort()

/** How the loaded cells are read. Combinations are put into words when they are first asked for. */
export function openLoadedValues({ table, columns, names }: LoadedSources): LoadedValues {
  const lists = new Map(nameSources.map(({ name }, at) => [name, names[at] ?? { keys: [], values: [] }]))
  const named = (kind: NameKind, key: string): readonly string[] => {
    const rows = lists.get(kind)
    return rows ? valuesOf(rows, key) : []
  }
  const places = new Map(networkSources.map(({ name }, at) => [name, at]))
  const valuesAt = (combination: number, name: NetworkName): string[] => {
    const at = places.get(name) ?? 0
    const cell = table.cells[combination * table.tables + at] ?? 0
    return (columns[at]?.sets[cell] ?? []).map((value) => columns[at]?.values[value] ?? '')
  }
  const importedAt = (name: NetworkName): number => columns[places.get(name) ?? 0]?.imported ?? 0

  const services = (combination: number): BusinessService[] =>
    valuesAt(combination, 'service').flatMap(
      (value) => businessService(value.split('\t'), importedAt('service')) ?? [],
    )

  const organisationOf = (asn: string, ownName: string): { name: string; category: string } => {
    const [name = '', , category = ''] = asn === '' ? [] : (named('organisation', asn)[0] ?? '').split('\t')
    const shown = name || ownName
    return { name: shown, category: category || categoryOf(shown) }
  }
  const placeOf = (value: string) => {
    const [countryCode = '', region = '', city = '', latitude = '', longitude = ''] = value.split('\t')
    const found =
      latitude === ''
        ? city === ''
          ? null
          : coordinatesOf(named('place', placeKey(countryCode, city)))
        : { latitude: Number(latitude), longitude: Number(longitude) }
    return {
      countryCode,
      region,
      city,
      latitude: found?.latitude ?? null,
      longitude: found?.longitude ?? null,
    }
  }

  return {
    named,
    services,
    enrichment(combination) {
      const countryCode = valuesAt(combination, 'country')[0] ?? ''
      const [numbers = '', ownName = ''] = (valuesAt(combination, 'asn')[0] ?? '').split('\t')
      const [asn = ''] = numbers.split(' ')
      const organisation = organisationOf(asn, ownName)
      const place = placeOf(valuesAt(combination, 'city')[0] ?? '')
      const clouds = valuesAt(combination, 'cloud')
      const vpns = valuesAt(combination, 'vpn')
      const mobile = organisation.category === 'mobile'
      // Without a list of ranges, the kind of the organisation has to do.
      const inDatacenter =
        importedAt('datacenter') > 0
          ? valuesAt(combination, 'datacenter').length > 0
          : organisation.category === 'hosting'
      return {
        ...noFacts,
        countryCode,
        country: countryName(countryCode),
        region: place.region || (place.countryCode === countryCode ? '' : countryName(place.countryCode)),
        city: place.city,
        latitude: place.latitude,
        longitude: place.longitude,
        asn: asn === '' ? '' : `AS${asn}`,
        organization: organisation.name,
        category: organisation.category,
        mobile,
        carrier: mobile ? carrierName(organisation.name, named('carrier', countryCode)) : '',
        datacenter: clouds[0] ? cloudName(clouds[0]) : inDatacenter ? organisation.name || 'datacenter' : '',
        tor: valuesAt(combination, 'tor').includes('exit'),
        vpn: vpns.length > 0,
        vpnService: serviceNames(vpns)[0] ?? '',
      }
    },
    network(combination) {
      const [numbers = ''] = (valuesAt(combination, 'asn')[0] ?? '').split('\t')
      const tor = valuesAt(combination, 'tor')
      const said = valuesAt(combination, 'service').map((value) => value.split('\t'))
      return {
        asns: numbers === '' ? [] : numbers.split(' ').map(Number),
        placeCountryCode: placeOf(valuesAt(combination, 'city')[0] ?? '').countryCode,
        clouds: valuesAt(combination, 'cloud').map(cloudName),
        hosted: valuesAt(combination, 'datacenter').length > 0,
        vpnServices: serviceNames(valuesAt(combination, 'vpn')),
        tor: { relay: tor.length > 0, guard: tor.includes('guard'), exit: tor.includes('exit') },
        services: services(combination),
        bogon: said.some(([, category]) => category === 'bogon'),
      }
    },
  }
}
