import { withCommas } from '../../ui/numbers.ts'
import type { ShownFacet } from '../facets/values.tsx'
import { hrefOf } from '../value/value-href.ts'
import { Ranked } from './stats.tsx'
import { mapSteps, stepOf } from './map-steps.ts'

/** A country of the answer: its code in ISO 3166-1, its name, and how many addresses are there. */
export interface CountryCount {
  code: string
  value: string
  count: number
}

/** A choropleth of equal areas in five steps of one hue; the shapes are referred to, one file for all maps (scripts/world-map.ts). */
export function World({
  countries,
  facet,
  total,
}: {
  countries: CountryCount[]
  facet: ShownFacet
  total: number
}) {
  const steps = mapSteps(countries.map(({ count }) => count))
  const [first] = countries
  const sentence = first
    ? `IPs by country: ${countries.length} countries, most in ${first.value} (${withCommas(first.count)}). The table has all numbers.`
    : 'No address is in a known country.'
  return (
    <div className="world">
      <figure className="min-w-0">
        <svg viewBox="0 0 960 440" role="group" aria-label={sentence} className="block h-auto w-full">
          <use href="/world.svg#land" className="land" />
          {countries.map(({ code, value, count }) => (
            <a key={code} href={hrefOf('country', value)} aria-label={`${value}: ${withCommas(count)}`}>
              <title>{`${value}: ${withCommas(count)}`}</title>
              <use href={`/world.svg#${code}`} className={`step-${stepOf(count, steps)}`} />
            </a>
          ))}
        </svg>
        <figcaption>
          <ul aria-label="Steps">
            {steps.map((from, step) => (
              <li key={from} className={`step-${step + 1}`}>
                {withCommas(from)}
                {step === steps.length - 1 ? ' and more' : ` to ${withCommas((steps[step + 1] ?? 0) - 1)}`}
              </li>
            ))}
          </ul>
        </figcaption>
      </figure>
      <Ranked facet={facet} total={total} />
    </div>
  )
}
