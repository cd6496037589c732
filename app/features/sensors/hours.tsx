import type { SensorDetail } from '#services/sensors/one.ts'
import { ChartFiles } from '../../ui/charts/download/chart-files.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'

const hour = 3_600_000
const shown = 8

/** What was spoken in each of the last 24 hours: a line a protocol, the most frequent first. */
export function Hours({ hours, now }: { hours: SensorDetail['hours']; now: number }) {
  const first = (Math.floor(now / hour) - 23) * hour
  const by = [...Map.groupBy(hours, ({ protocol }) => protocol)]
    .map(([protocol, of]) => {
      const values = Array.from({ length: 24 }, () => 0)
      for (const { hour: at, sessions } of of) {
        const place = (at - first) / hour
        if (place >= 0 && place < 24) values[place] = sessions
      }
      return { protocol, values, total: values.reduce((sum, one) => sum + one, 0) }
    })
    .sort((a, b) => b.total - a.total)
  return (
    <Panel
      title="Sessions per hour by protocol"
      from={{ window: 'last 24 hours, UTC', source: 'this sensor' }}
      flush
    >
      {by.length === 0 ? (
        <div className="px-4 py-3">
          <Empty why="Nothing reached this sensor in the last 24 hours." />
        </div>
      ) : (
        <div data-chart>
          <Table label="A line a protocol">
            <thead>
              <tr>
                <Heading>Protocol</Heading>
                <Heading>24 hours</Heading>
                <Heading className="text-right">Sessions</Heading>
              </tr>
            </thead>
            <tbody>
              {by.slice(0, shown).map(({ protocol, values, total }) => (
                <Row key={protocol}>
                  <th scope="row" className="px-3 py-1 font-normal">
                    {protocol}
                  </th>
                  <Cell>
                    <Sparkline
                      values={values}
                      subject={`${protocol}, sessions per hour`}
                      width={200}
                      unfinished
                    />
                  </Cell>
                  <Cell className="text-right">{withCommas(total)}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          <p className="border-t border-line px-3 py-1">
            <ChartFiles
              name="Sessions per hour by protocol"
              numbers={() => ({
                heads: [
                  'protocol',
                  ...Array.from({ length: 24 }, (_, at) => new Date(first + at * hour).toISOString()),
                ],
                rows: by.map(({ protocol, values }) => [protocol, ...values]),
              })}
            />
          </p>
        </div>
      )}
    </Panel>
  )
}
