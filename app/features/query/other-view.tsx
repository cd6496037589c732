import type { ShownFacet } from '../facets/values.tsx'
import type { View } from './page-state.ts'
import { Stats } from './stats.tsx'
import type { CountryCount } from '../../ui/charts/world-map.tsx'
import { World } from './world.tsx'

/** An answer looked at otherwise than as a list. */
export function OtherView({
  view,
  ranked,
  countries,
  total,
}: {
  view: View
  ranked: ShownFacet[]
  countries: CountryCount[]
  total: number
}) {
  if (view === 'stats') return <Stats facets={ranked} total={total} />
  return view === 'map' && ranked[0] && <World countries={countries} facet={ranked[0]} total={total} />
}
