import { Link } from 'react-router'
import type { SensorSummary } from '#services/sensors/summary.ts'
import { type CountryCount, WorldMap } from '../../ui/charts/world-map.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { type SensorFilters, sensorsHref } from './filters.ts'

/** Where the sensors are, by country; the table beside it has the same numbers. */
export function SensorMap({
  sensors,
  filters,
}: {
  sensors: readonly SensorSummary[]
  filters: SensorFilters
}) {
  const countries = countriesOf(sensors)
  const elsewhere = sensors.length - countries.reduce((sum, { count }) => sum + count, 0)
  const hrefOf = ({ value }: CountryCount): string => sensorsHref(filters, { search: value, view: 'table' })
  const [first] = countries
  const sentence = first
    ? `Sensors by country: ${counted(countries.length, 'country', 'countries')}, most in ${first.value} (${first.count}). The table has all numbers.`
    : 'The place of no sensor is known.'
  return (
    <div className="world">
      <WorldMap countries={countries} noun="Sensors" sentence={sentence} hrefOf={hrefOf} />
      <div>
        <Table label="Sensors by country">
          <thead>
            <tr>
              <Heading>Country</Heading>
              <Heading className="text-right">Sensors</Heading>
            </tr>
          </thead>
          <tbody>
            {countries.map((one) => (
              <Row key={one.code}>
                <Cell>
                  <Link to={hrefOf(one)}>
                    <span className="mono">{one.code}</span> {one.value}
                  </Link>
                </Cell>
                <Cell className="text-right">{withCommas(one.count)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        {elsewhere > 0 && (
          <p className="px-3 py-2 text-dense text-ink-2">
            {counted(elsewhere, 'sensor')} without a known place: say its public address on its page.
          </p>
        )}
      </div>
    </div>
  )
}

function countriesOf(sensors: readonly SensorSummary[]): CountryCount[] {
  const by = Map.groupBy(
    sensors.filter(({ countryCode }) => countryCode !== ''),
    ({ countryCode }) => countryCode,
  )
  return [...by]
    .map(([code, of]) => ({ code, value: of[0]?.country ?? code, count: of.length }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}
