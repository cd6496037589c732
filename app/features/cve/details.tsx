import type { ReactNode } from 'react'
import type { CveReport } from '#model/cve-report.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { chance, counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'

const shownAtOnce = 10

/** The first few; the rest on demand. */
function Few({ rows }: { rows: ReactNode[] }) {
  const rest = rows.slice(shownAtOnce)
  return (
    <>
      <ul className="grid gap-1">{rows.slice(0, shownAtOnce)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="w-fit text-label text-ink-2">{withCommas(rest.length)} more</summary>
          <ul className="grid gap-1">{rest}</ul>
        </details>
      )}
    </>
  )
}

export function KeyDates({ report: { timeline, activity } }: { report: CveReport }) {
  const dates = [
    ['Published', timeline?.published ?? ''],
    ['Known exploited (KEV)', timeline?.kevAdded ?? ''],
    ['First attempt seen here, last 90 days', activity?.firstSeen ?? ''],
    ['Tag added', timeline?.tagAdded ?? ''],
  ].filter(([, at]) => at !== '') as [string, string][]
  return dates.length === 0 ? null : (
    <Panel title="Key dates">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        {dates
          .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
          .map(([name, at]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd>
                <Moment at={at} />
              </dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

export function DetectedBy({ report: { activity } }: { report: CveReport }) {
  return !activity || activity.tags.length === 0 ? null : (
    <Panel title="Tags that detect it">
      <ul className="grid gap-2">
        {activity.tags.map((tag) => (
          <li key={tag.slug} className="flex items-center gap-2">
            <ClassIcon of={tag.intention} named />
            <Value field="tags" value={tag.name} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function Likelihood({ report: { exploitation } }: { report: CveReport }) {
  if (!exploitation?.epss && !exploitation?.kev && !exploitation?.ssvc) return null
  const { epss, epssHistory, kev, ssvc } = exploitation
  return (
    <Panel title="Exploitation elsewhere" from={{ source: 'FIRST EPSS, CISA' }}>
      <div className="grid gap-3">
        {epss && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p>
              EPSS {chance(epss.score)} on {epss.date}
            </p>
            {epssHistory.length > 1 && (
              <Sparkline
                values={epssHistory.map(({ score }) => Math.round(score * 1000) / 10)}
                subject={`EPSS in percent, a point a week, ${epssHistory[0]?.date} to ${epssHistory.at(-1)?.date}`}
              />
            )}
          </div>
        )}
        {kev && (
          <p>
            In CISA&apos;s catalogue since {kev.added}
            {kev.due !== '' && `, due ${kev.due}`}
            {kev.ransomware && ', used by ransomware'}.
            {kev.action !== '' && (
              <span className="text-ink-2">
                {' '}
                <InertText text={kev.action} limit={1000} mono={false} />
              </span>
            )}
          </p>
        )}
        {ssvc && (
          <p className="text-ink-2">
            <InertText
              text={`CISA decides: exploitation ${ssvc.exploitation || 'not said'}, automatable ${ssvc.automatable || 'not said'}, technical impact ${ssvc.technicalImpact || 'not said'}.`}
              mono={false}
            />
          </p>
        )}
      </div>
    </Panel>
  )
}

const kinds = {
  metasploit: 'Metasploit',
  nuclei: 'nuclei',
  suricata: 'Suricata rule',
  crowdsec: 'CrowdSec rule',
  'proof-of-concept': 'Proof of concept',
} as const

export function Exploits({ report: { stats } }: { report: CveReport }) {
  if (!stats || (stats.availableExploits === 0 && stats.exploits.length === 0)) return null
  const users = [
    ['Threat actors', stats.threatActors],
    ['Botnets', stats.botnets],
    ['Ransomware', stats.ransomware],
    ['ATT&CK', stats.techniques.map(({ id, name }) => `${id} ${name}`)],
  ] as const
  return (
    <Panel title="Exploits">
      <p className="mb-2">{counted(stats.availableExploits, 'public exploit')} known.</p>
      <Few
        rows={stats.exploits.map(({ kind, name }) => (
          <li key={`${kind}${name}`} className="min-w-0 break-all">
            <span className="text-ink-3">{kinds[kind]}</span>{' '}
            {kind === 'proof-of-concept' ? <Outside url={name} /> : <InertText text={name} limit={120} />}
          </li>
        ))}
      />
      <dl className="mt-2 grid gap-1 empty:hidden">
        {users
          .filter(([, names]) => names.length > 0)
          .map(([title, names]) => (
            <div key={title}>
              <dt className="text-ink-3">{title}</dt>
              <dd>
                <InertText text={names.join(', ')} limit={600} mono={false} />
              </dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

/** An address out of a record: parsed when it was stored, never anything but the web (sources/formats/streamed/values.ts). */
const Outside = ({ url }: { url: string }) =>
  /^(?:https?|ftp):/i.test(url) ? (
    <a
      href={url}
      rel="noopener noreferrer nofollow external"
      referrerPolicy="no-referrer"
      className="break-all"
    >
      <InertText text={url} limit={120} />
    </a>
  ) : (
    <InertText text={url} limit={120} />
  )

export function Weaknesses({ report: { details } }: { report: CveReport }) {
  return details.weaknesses.length === 0 ? null : (
    <Panel title="Weaknesses">
      <Few
        rows={details.weaknesses.map(({ id, name }) => (
          <li key={id}>
            <code>{id}</code> <InertText text={name} limit={200} mono={false} />
          </li>
        ))}
      />
    </Panel>
  )
}

export function Scores({ report: { details } }: { report: CveReport }) {
  return details.cvss.length < 2 ? null : (
    <Panel title="All scores" flush>
      <Table label="CVSS scores by who gave them">
        <thead>
          <tr>
            <Heading>CVSS</Heading>
            <Heading className="text-right">Score</Heading>
            <Heading>By</Heading>
            <Heading>Vector</Heading>
          </tr>
        </thead>
        <tbody>
          {details.cvss.map((score) => (
            <Row key={`${score.version}${score.by}${score.vector}${score.score}`}>
              <Cell>{score.version}</Cell>
              <Cell className="text-right">{score.score.toFixed(1)}</Cell>
              <Cell>
                <InertText text={score.by} limit={60} mono={false} />
              </Cell>
              <Cell>
                <InertText text={score.vector} limit={200} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

export function AffectedProducts({ report: { details } }: { report: CveReport }) {
  const products =
    details.affected.length > 0
      ? details.affected
      : details.product === ''
        ? []
        : [{ vendor: details.vendor, product: details.product, versions: [] }]
  return products.length === 0 ? null : (
    <Panel title="Affected products">
      <Few
        rows={products.map(({ vendor, product, versions }) => (
          <li key={`${vendor}/${product}`} className="min-w-0">
            <InertText text={[vendor, product].filter(Boolean).join(' ')} limit={200} mono={false} />
            {versions.length > 0 && (
              <span className="block text-label text-ink-2">
                <InertText text={versions.join('; ')} limit={300} mono={false} />
              </span>
            )}
          </li>
        ))}
      />
    </Panel>
  )
}

export function References({ report: { details } }: { report: CveReport }) {
  return details.references.length === 0 ? null : (
    <Panel title="References">
      <Few
        rows={details.references.map(({ url, tags }) => (
          <li key={url} className="min-w-0">
            <Outside url={url} />
            {tags.length > 0 && (
              <span className="text-label text-ink-3">
                {' '}
                <InertText text={tags.join(', ')} limit={120} mono={false} />
              </span>
            )}
          </li>
        ))}
      />
    </Panel>
  )
}

export function Sources({ report: { sources } }: { report: CveReport }) {
  return sources.length === 0 ? null : (
    <Panel title="Where this comes from">
      <ul className="grid gap-1 text-dense text-ink-2">
        {sources.map((source) => (
          <li key={source.name}>
            {source.title}
            {source.dataDate !== '' && `, data of ${source.dataDate}`}, read <Moment at={source.importedAt} />{' '}
            ({source.licence})
          </li>
        ))}
      </ul>
    </Panel>
  )
}
