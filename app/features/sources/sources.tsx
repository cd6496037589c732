import type { SourceStanding } from '#model/sources.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'

const day = 86_400_000

/** "12 days old", and whether a newer one is worth fetching. */
function ageOf({ importedAt, refreshHours }: SourceStanding, now: string): string {
  if (importedAt === '') return ''
  const age = Date.parse(now) - Date.parse(importedAt)
  const days = Math.floor(age / day)
  const old = days < 1 ? 'today' : `${counted(days, 'day')} old`
  return age > refreshHours * 3_600_000 ? `${old}, due` : old
}

const states: Record<SourceStanding['state'], string> = {
  imported: 'imported',
  bundled: 'bundled',
  missing: 'not imported',
}

export function Sources({ sources, now }: { sources: SourceStanding[]; now: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-head font-semibold">Reference data</h1>
      <p className="max-w-[90ch] text-ink-2">
        Facts about addresses that our own sensors cannot see. Take newer or more of it with{' '}
        <code>npx --no noisefloor sources update</code>, or without internet with{' '}
        <code>npx --no noisefloor sources import FOLDER</code>; the running server notices.
      </p>
      <Panel title="Sources" flush>
        <Table label="Sources, their rows, age and licence">
          <thead>
            <tr>
              {['Source', 'Gives', 'State', 'Rows', 'Age', 'From', 'Licence'].map((title) => (
                <Heading key={title}>{title}</Heading>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <Row key={source.name}>
                <Cell className="font-mono">{source.name}</Cell>
                <Cell>{source.gives}</Cell>
                <Cell className="whitespace-nowrap">{states[source.state]}</Cell>
                <Cell className="text-right tabular-nums">
                  {source.rows === 0 ? '' : withCommas(source.rows)}
                </Cell>
                <Cell className="whitespace-nowrap">{ageOf(source, now)}</Cell>
                <Cell className="max-w-[32ch] wrap-anywhere">
                  <InertText text={source.from.slice(0, 2).join(', ')} limit={120} mono={false} />
                </Cell>
                <Cell>
                  {source.licence}: <a href={source.home}>{source.credit}</a>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Panel>
    </div>
  )
}
