import { Link } from 'react-router'
import type { Facet } from '#model/query.ts'
import type { TagReport } from '#model/tag-report.ts'
import { queryHref } from '../../query-href.ts'
import { useReachInUtcDays } from '../../reach.ts'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'

const observed = (reach: string) => ({ window: reach, source: 'own sensors and captures' })

/** Where its addresses are, what they try, what else they carry. */
export function TagFacets({ facets }: { facets: Facet[] }) {
  const reach = useReachInUtcDays()
  return facets.map(({ field, title, values }) => (
    <Panel key={field} title={title} from={observed(reach)}>
      {values.length === 0 ? (
        <p className="text-ink-2">Nothing seen.</p>
      ) : (
        <RankedBars
          label={title}
          noun="addresses"
          rows={values.map(({ value, count }) => ({
            key: value,
            count,
            label: <Value field={field} value={value} />,
          }))}
        />
      )}
    </Panel>
  ))
}

/** @param query finds all of them */
export function Latest({ latest, query }: { latest: TagReport['latest']; query: string }) {
  const reach = useReachInUtcDays()
  const lastSeen = useZoned('Last seen with this tag')
  return (
    <Panel title="Latest addresses" from={observed(reach)} flush>
      <Table label="Addresses seen last">
        <thead>
          <tr>
            <Heading>IP</Heading>
            <Heading>Class</Heading>
            <Heading>Country</Heading>
            <Heading>Organization</Heading>
            <Heading>{lastSeen}</Heading>
          </tr>
        </thead>
        <tbody>
          {latest.map((row) => (
            <Row key={row.ip}>
              <Cell>
                <Value field="" value={row.ip} to={`/ip/${encodeURIComponent(row.ip)}`} />
              </Cell>
              <Cell className="whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  <ClassIcon of={row.classification} />
                  {classLooks[row.classification].word}
                </span>
              </Cell>
              <Cell>{row.country !== '' && <Value field="country" value={row.country} limit={30} />}</Cell>
              <Cell>
                {row.organization !== '' && (
                  <Value field="organization" value={row.organization} limit={40} />
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                <Moment at={row.lastSeen} zoned={false} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="px-4 py-2">
        <Link to={queryHref(query)}>View all IPs</Link>
      </p>
    </Panel>
  )
}
