import { ChartFiles } from './download/chart-files.tsx'
import { withCommas } from '../numbers.ts'
import { mapSteps, stepOf } from './map-steps.ts'

/** A country: its code in ISO 3166-1, its name, and how many of what is counted are there. */
export interface CountryCount {
  code: string
  value: string
  count: number
}

/** A choropleth of equal areas in five steps of one hue; the shapes are referred to, one file for all maps (scripts/world-map.ts). */
export function WorldMap({
  countries,
  noun,
  sentence,
  hrefOf,
}: {
  countries: readonly CountryCount[]
  /** What is counted. */
  noun: string
  sentence: string
  hrefOf: (country: CountryCount) => string
}) {
  const steps = mapSteps(countries.map(({ count }) => count))
  return (
    <figure data-chart className="min-w-0">
      <svg viewBox="0 0 960 440" role="group" aria-label={sentence} className="block h-auto w-full">
        <use href="/world.svg#land" className="land" />
        {countries.map((country) => {
          const { code, value, count } = country
          return (
            <a key={code} href={hrefOf(country)} aria-label={`${value}: ${withCommas(count)}`}>
              <title>{`${value}: ${withCommas(count)}`}</title>
              <use href={`/world.svg#${code}`} className={`step-${stepOf(count, steps)}`} />
            </a>
          )
        })}
      </svg>
      <figcaption>
        <ul aria-label="Steps" hidden={countries.length === 0}>
          {steps.map((from, step) => (
            <li key={from} className={`step-${step + 1}`}>
              {withCommas(from)}
              {step === steps.length - 1 ? ' and more' : ` to ${withCommas((steps[step + 1] ?? 0) - 1)}`}
            </li>
          ))}
        </ul>
        <ChartFiles
          name={`${noun} by country`}
          numbers={() => ({
            heads: ['country_code', 'country', 'count'],
            rows: countries.map(({ code, value, count }) => [code, value, count]),
          })}
        />
      </figcaption>
    </figure>
  )
}
