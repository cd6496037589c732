import type { ReactNode } from 'react'
import type { FieldGroup } from '#model/ip-document/groups.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { isProse } from '../value/prose.ts'
import { Value } from '../value/value.tsx'
import type { Few, ResultRow } from './row.ts'
import { Why } from './why.tsx'

/** The default columns; the address stays in view while the rest scrolls. */
const columns: { title: string; group?: FieldGroup; cell: (row: ResultRow) => ReactNode }[] = [
  {
    title: 'Class',
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5">
        <ClassIcon of={row.classification} />
        {classLooks[row.classification].word}
      </span>
    ),
  },
  {
    title: 'Organization',
    cell: (row) =>
      row.organization && (
        <Value field="organization" value={row.organization}>
          <InertText text={row.organization} limit={18} mono={false} />
        </Value>
      ),
  },
  {
    title: 'Country',
    cell: (row) =>
      row.countryCode && (
        <Value field="country_code" value={row.countryCode}>
          <span className="whitespace-nowrap">
            <span className="font-mono font-normal">{row.countryCode}</span>{' '}
            <InertText text={row.country} limit={18} mono={false} />
          </span>
        </Value>
      ),
  },
  { title: 'Tags', cell: (row) => <Firsts field="tags" few={row.tags} /> },
  { title: 'Ports', cell: (row) => <Firsts field="raw_data.scan.port" few={row.ports} /> },
  {
    title: 'CVE',
    group: 'feature-ip-vuln-correlation',
    cell: (row) => <Firsts field="cve" few={row.cves} />,
  },
  { title: 'Last seen (UTC)', cell: (row) => <Moment at={row.lastSeen} zoned={false} /> },
  { title: 'First seen', cell: (row) => <Moment at={row.firstSeen.slice(0, 10)} /> },
  { title: 'Why', cell: (row) => <Why findings={row.why} /> },
]

/** Columns of groups that the plan lacks are left out. */
export function ResultTable({ rows, lacking }: { rows: ResultRow[]; lacking: readonly FieldGroup[] }) {
  const shown = columns.filter(({ group }) => group === undefined || !lacking.includes(group))
  return (
    <Table label="Addresses found">
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
          <Row key={row.ip} className="group/row">
            <th
              scope="row"
              className="sticky left-0 bg-surface px-3 py-1 font-normal group-hover/row:bg-hover"
            >
              {/* An IPv6 address may take two lines: pinned, it must leave room for the columns that scroll. */}
              <span className="block w-36 [&_.inert]:[overflow-wrap:anywhere] [&_.inert]:whitespace-normal">
                <Value field="" value={row.ip} to={`/ip/${encodeURIComponent(row.ip)}`} />
              </span>
            </th>
            {shown.map(({ title, cell }) => (
              <Cell key={title} className="whitespace-nowrap">
                {cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Firsts({ field, few }: { field: string; few: Few }) {
  const rest = few.count - few.first.length
  return (
    <span className="flex items-center whitespace-nowrap">
      {few.first.map((value) => (
        <Value key={value} field={field} value={value}>
          <InertText text={value} limit={17} mono={!isProse(field)} />
        </Value>
      ))}
      {rest > 0 && <span className="text-ink-3">+{rest}</span>}
    </span>
  )
}
