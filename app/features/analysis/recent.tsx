import { Link } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { Badge } from '../../ui/badge.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Acts } from './acts.tsx'
import { sizeText } from './bytes.ts'
import { percentRead, stateWords } from './state-words.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Analyses that somebody made and those that are shared with them. */
export function Recent({ analyses }: { analyses: readonly Analysis[] }) {
  return (
    <Table label="Analyses, newest first">
      <thead>
        <tr>
          <Heading>Name</Heading>
          <Heading>State</Heading>
          <Heading className="text-right">Addresses</Heading>
          <Heading className="text-right">Size</Heading>
          <Heading>{useZoned('Sent')}</Heading>
          <Heading>{useZoned('Kept until')}</Heading>
          <Heading>
            <span className="sr-only">What can be done</span>
          </Heading>
        </tr>
      </thead>
      <tbody>
        {analyses.map((analysis) => (
          <One key={analysis.id} analysis={analysis} />
        ))}
      </tbody>
    </Table>
  )
}

function One({ analysis }: { analysis: Analysis }) {
  const { id, name, state, shared, own, totals, bytes, created, expires } = analysis
  const isKnown = state === 'completed' || state === 'running'
  return (
    <Row>
      <th scope="row" className="cell min-w-48 text-left font-normal">
        <Link to={`/ip/analysis/${id}`} className="inline-flex min-h-6 items-center">
          <InertText text={name} limit={80} mono={false} />
        </Link>{' '}
        {shared && <Badge tone="plain">{own ? 'shared' : 'shared with you'}</Badge>}
      </th>
      <Cell className="whitespace-nowrap">
        {stateWords[state]}
        {state === 'running' && ` ${percentRead(analysis)}%`}
      </Cell>
      <Cell className="text-right">{isKnown && withCommas(totals.unique)}</Cell>
      <Cell className="text-right whitespace-nowrap">{sizeText(bytes)}</Cell>
      <Cell>
        <Moment at={iso(created)} zoned={false} />
      </Cell>
      <Cell>
        <Moment at={iso(expires)} zoned={false} />
      </Cell>
      <Cell className="min-w-64">
        <Acts analysis={analysis} />
      </Cell>
    </Row>
  )
}
