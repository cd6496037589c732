import { type CountryCount, WorldMap } from '../../ui/charts/world-map.tsx'
import { withCommas } from '../../ui/numbers.ts'
import type { ShownFacet } from '../facets/values.tsx'
import { hrefOf } from '../value/value-href.ts'
import { Ranked } from './stats.tsx'

/** Countries of an answer, on the map and in its table. */
export function World({
  countries,
  facet,
  total,
}: {
  countries: CountryCount[]
  facet: ShownFacet
  total: number
}) {
  const [first] = countries
  const sentence = first
    ? `IPs by country: ${countries.length} countries, most in ${first.value} (${withCommas(first.count)}). The table has all numbers.`
    : 'No address is in a known country.'
  return (
    <div className="world">
      <WorldMap
        countries={countries}
        noun="IPs"
        sentence={sentence}
        hrefOf={({ value }) => hrefOf('country', value)}
      />
      <Ranked facet={facet} total={total} />
    </div>
  )
}
