import { Link } from 'react-router'
import { term } from '#gnql/term.ts'
import type { AnalysisFormat } from '#model/analysis.ts'
import type { CveInList } from '#services/analysis/cve-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { queryHref } from '../../query-href.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Menu } from '../../ui/menu.tsx'
import { chance, counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { NoAccess } from '../error/upsell.tsx'
import { exportHref } from './export-href.ts'
import { placeText } from './place-text.ts'

interface ListProps {
  id: string
  rows: readonly CveInList[]
  total: number
  unknown: number
}

/** The CVEs of a list, what matters first; a cell stays empty for what no source tells. */
export function CvesInList({ id, rows, total, unknown }: ListProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-lead">
          {counted(total, 'CVE')}
          {unknown > 0 && `, ${withCommas(unknown)} of them unknown here`}
        </p>
        <div className="chrome">
          <ExportCves id={id} />
        </div>
      </div>
      <Panel
        title="CVEs: known to be exploited first, then tried here, then by EPSS"
        from={{ window: 'addresses of the last 90 days' }}
        flush
      >
        <Table label="CVEs of the list">
          <thead>
            <tr>
              <Heading className="sticky left-0 bg-surface">CVE</Heading>
              <Heading>Title</Heading>
              <Heading>KEV</Heading>
              <Heading className="text-right">EPSS</Heading>
              <Heading className="text-right">CVSS</Heading>
              <Heading className="text-right">Addresses</Heading>
              <Heading className="text-right">Of them in 30 days</Heading>
              <Heading>In your list</Heading>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <One key={row.cve} {...row} />
            ))}
          </tbody>
        </Table>
      </Panel>
    </>
  )
}

const One = ({ cve, times, line, row }: CveInList) => (
  <Row className="group/row">
    <th
      scope="row"
      className="sticky left-0 bg-surface px-3 py-1 font-normal whitespace-nowrap group-hover/row:bg-hover"
    >
      <Link to={`/cves/${cve}`} className="mono">
        {cve}
      </Link>
    </th>
    <Cell>
      {row ? (
        <InertText text={row.title} limit={90} mono={false} />
      ) : (
        <span className="text-ink-2">Not known here</span>
      )}
    </Cell>
    <Cell>{row?.exploitation?.kev && <Badge tone="warn">Known exploited</Badge>}</Cell>
    <Cell className="text-right">{row?.exploitation?.epss && chance(row.exploitation.epss.score)}</Cell>
    <Cell className="text-right">{row?.details.cvss[0]?.score.toFixed(1)}</Cell>
    <Cell className="text-right">
      {row && row.addresses !== null && row.addresses > 0 && (
        <a href={queryHref(term('cve', cve))}>{withCommas(row.addresses)}</a>
      )}
    </Cell>
    <Cell className="text-right">
      {row?.counts && withCommas(row.counts.threat.d30 + row.counts.benign.d30)}
    </Cell>
    <Cell className="whitespace-nowrap">{placeText({ times, line })}</Cell>
  </Row>
)

const formats: readonly { format: AnalysisFormat; title: string; about: string }[] = [
  { format: 'csv', title: 'CSV', about: 'a table for spreadsheets' },
  { format: 'json', title: 'JSON', about: 'one document' },
  { format: 'ndjson', title: 'NDJSON', about: 'one record per line' },
  { format: 'txt', title: 'TXT', about: 'ids only, one per line' },
]

/** The whole list as a file, by plain links. */
function ExportCves({ id }: { id: string }) {
  const { mayExport } = useFrame()
  return (
    <Menu
      label="Export"
      look={`${buttonLook({ variant: 'secondary' })} cursor-pointer`}
      className="grid gap-3 p-4"
      isExport
    >
      {mayExport ? (
        <ul className="grid gap-1">
          {formats.map(({ format, title, about }) => (
            <li key={format} className="flex flex-wrap items-baseline gap-x-2">
              <a
                href={exportHref({ kind: 'cves', id }, 'all', format)}
                aria-label={`All as ${title}`}
                className="inline-flex min-h-6 items-center font-medium"
              >
                {title}
              </a>
              <span className="text-dense text-ink-2">{about}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>Exports come with every offering except community.</p>
          <NoAccess />
        </>
      )}
    </Menu>
  )
}
