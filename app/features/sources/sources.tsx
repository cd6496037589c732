import { ageOf, isFetched, type SourceKind, type SourceStatus } from '#model/sources.ts'
import type { SourcesReport } from '#model/sources.ts'
import { MissingSources } from './missing.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'

const kinds: Record<SourceKind, { title: string; about: string }> = {
  facts: { title: 'Facts about addresses', about: 'What our own sensors cannot see.' },
  actors: { title: 'Vetted actors', about: 'Who scans or crawls openly, and what proves it.' },
  sightings: {
    title: 'Sightings of others',
    about: 'Addresses that others saw attacking; they change no count of ours.',
  },
  cve: { title: 'Vulnerabilities', about: 'What others publish about CVEs.' },
}

const stateOf = (source: SourceStatus): string => {
  if (source.state === 'missing') return 'not imported'
  if (source.state === 'bundled') return 'bundled'
  return isFetched(source) ? 'fetched' : 'imported'
}

const updates: Record<SourcesReport['updates']['state'], string> = {
  on: 'The server fetches by itself what is due and published, never over what you brought.',
  off: 'The server fetches nothing by itself (SOURCES_UPDATE=off).',
  offline:
    'No publisher could be reached at the last attempt. The data imported last stays in use; the server tries again later.',
}

export function Sources({ report, now }: { report: SourcesReport; now: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-head font-semibold">Reference data</h1>
      <p className="max-w-[90ch] text-ink-2">
        {updates[report.updates.state]}{' '}
        <code className="sm:whitespace-nowrap">npx --no noisefloor sources update</code> fetches now;{' '}
        <code className="sm:whitespace-nowrap">npx --no noisefloor sources import FOLDER</code> takes files,
        without internet.
      </p>
      <MissingSources sources={report.sources} />
      {Object.entries(kinds).map(([kind, { title, about }]) => {
        const sources = report.sources.filter((source) => source.kind === kind)
        return (
          <Panel key={kind} title={title} flush>
            <p className="px-3 py-2 text-ink-2">{about}</p>
            <Table label={`${title}: sources, their rows, age and licence`}>
              <thead>
                <tr>
                  {['Source', 'Gives', 'State', 'Rows', 'Age', 'From', 'Licence'].map((heading) => (
                    <Heading key={heading}>{heading}</Heading>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sources.map((source) => (
                  <SourceRow key={source.name} source={source} now={now} />
                ))}
              </tbody>
            </Table>
          </Panel>
        )
      })}
    </div>
  )
}

function SourceRow({ source, now }: { source: SourceStatus; now: string }) {
  const { name, gives, state, rows, trust, attempt, from, licence, home, credit } = source
  return (
    <Row>
      <Cell className="font-mono">{name}</Cell>
      <Cell>
        {gives}
        {attempt && attempt.lastError !== '' && (
          <span className="block text-ink-2">
            Not fetched at {attempt.at.slice(0, 16).replace('T', ' ')}:{' '}
            <InertText text={attempt.lastError} limit={90} mono={false} />
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        {stateOf(source)}
        {trust !== null && state !== 'missing' && `, trust: ${trust}`}
      </Cell>
      <Cell className="text-right tabular-nums">{rows === 0 ? '' : withCommas(rows)}</Cell>
      <Cell className="whitespace-nowrap">{ageOf(source, Date.parse(now))}</Cell>
      <Cell>
        <InertText text={from[0] ?? ''} limit={40} mono={false} />
        {from.length > 1 && <span className="whitespace-nowrap"> and {from.length - 1} more</span>}
      </Cell>
      <Cell>
        <InertText text={licence || 'not said'} limit={200} mono={false} />
        {credit !== '' && (
          <>
            :{' '}
            {/^https?:/.test(home) ? (
              <a href={home} className="underline">
                {credit}
              </a>
            ) : (
              credit
            )}
          </>
        )}
      </Cell>
    </Row>
  )
}
