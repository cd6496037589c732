import type { ReactNode } from 'react'
import type { FieldGroup } from '#model/ip-document/groups.ts'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Heading, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'
import type { Few, ResultRow } from './row.ts'
import { Why } from './why.tsx'

/**
 * The default columns; the address stays in view while the rest scrolls. What stands here is drawn fifty times: cells are
 * dressed by the table's own class, and hold as few elements as show what they show.
 */
const columns: { title: string; group?: FieldGroup; cell: (row: ResultRow) => ReactNode }[] = [
  {
    title: 'Class',
    cell: (row) => (
      <>
        <ClassIcon of={row.classification} />
        {classLooks[row.classification].word}
      </>
    ),
  },
  {
    title: 'Organization',
    cell: (row) =>
      row.organization && <Value field="organization" value={row.organization} limit={18} mono={false} />,
  },
  {
    title: 'Country',
    cell: (row) =>
      row.countryCode && (
        <Value
          field="country_code"
          value={row.countryCode}
          lead={<span className="mono">{`${row.countryCode} `}</span>}
          text={row.country}
          limit={18}
          mono={false}
        />
      ),
  },
  { title: 'Tags', cell: (row) => firsts('tags', row.tags) },
  { title: 'Ports', cell: (row) => firsts('raw_data.scan.port', row.ports) },
  { title: 'CVE', group: 'feature-ip-vuln-correlation', cell: (row) => firsts('cve', row.cves) },
  {
    title: 'Last seen',
    cell: (row) => <Moment at={row.lastSeen} zoned={false} />,
  },
  { title: 'First seen', cell: (row) => row.firstSeen.slice(0, 10) },
  { title: 'Why', cell: (row) => <Why findings={row.why} /> },
]

/** Columns of groups that the plan lacks are left out. */
export function ResultTable({ rows, lacking }: { rows: ResultRow[]; lacking: readonly FieldGroup[] }) {
  const shown = columns.filter(({ group }) => group === undefined || !lacking.includes(group))
  return (
    <Table label="Addresses found" className="results">
      <thead>
        <tr>
          <Heading className="sticky left-0 bg-surface">IP</Heading>
          {shown.map(({ title }) => (
            <Heading key={title}>{title}</Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.ip}>
            <th scope="row">
              <Value field="" value={row.ip} to={`/ip/${encodeURIComponent(row.ip)}`} />
            </th>
            {shown.map(({ title, cell }) => (
              <td key={title}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function firsts(field: string, { first, count }: Few): ReactNode {
  const rest = count - first.length
  return (
    <>
      {first.map((value) => (
        <Value key={value} field={field} value={value} limit={17} />
      ))}
      {rest > 0 && <span className="text-ink-3">{`+${rest}`}</span>}
    </>
  )
}
