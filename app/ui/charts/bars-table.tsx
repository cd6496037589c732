import { withCommas } from '../numbers.ts'
import { Cell, Heading, Row, Table } from '../table.tsx'
import { type Bar, stackOrder } from './bar.ts'

/** The numbers of a chart of stacked bars. */
export function BarsTable({
  bars,
  noun,
  per,
  labelOf,
}: {
  bars: Bar[]
  noun: string
  per: string
  labelOf: (day: string) => string
}) {
  return (
    <Table label={`${noun} per ${per}`}>
      <thead>
        <tr>
          <Heading>{per === 'day' ? 'Day' : 'From'} (UTC)</Heading>
          {stackOrder.map((name) => (
            <Heading key={name} className="text-right">
              {name}
            </Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <Row key={bar.day}>
            <Cell className="whitespace-nowrap">{bar.day.length > 10 ? labelOf(bar.day) : bar.day}</Cell>
            {stackOrder.map((name) => (
              <Cell key={name} className="text-right">
                {withCommas(bar.counts[name])}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
