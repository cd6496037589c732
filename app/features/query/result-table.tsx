import type { ReactNode } from 'react'
import type { IpDocument } from '#model/ip-record.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { classLooks, Mark } from '../../ui/mark.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'

/** The default columns; the address stays in view while the rest scrolls. */
const columns: { title: string; className?: string; cell: (row: IpDocument) => ReactNode }[] = [
  {
    title: 'Class',
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5">
        <Mark of={row.classification} />
        {classLooks[row.classification].word}
      </span>
    ),
  },
  {
    title: 'Organization',
    className: 'max-w-56',
    cell: (row) => row.organization && <Value field="organization" value={row.organization} />,
  },
  {
    title: 'Country',
    cell: (row) =>
      row.country_code && (
        <Value field="country_code" value={row.country_code}>
          <span className="whitespace-nowrap">
            <span className="font-mono font-normal">{row.country_code}</span>{' '}
            <InertText text={row.country} limit={40} />
          </span>
        </Value>
      ),
  },
  {
    title: 'Tags',
    className: 'min-w-48',
    cell: (row) => <Few field="tags" values={row.tag_names} first={2} />,
  },
  {
    title: 'Ports',
    cell: (row) => (
      <Few
        field="raw_data.scan.port"
        values={[...new Set(row.scan.map(({ port }) => String(port)))]}
        first={3}
      />
    ),
  },
  { title: 'CVE', cell: (row) => <Few field="cve" values={row.cves} first={1} /> },
  { title: 'Last seen', cell: (row) => <Moment at={row.last_seen} /> },
  { title: 'First seen', cell: (row) => <Moment at={row.first_seen.slice(0, 10)} /> },
]

export function ResultTable({ rows }: { rows: IpDocument[] }) {
  return (
    <Table label="Addresses found">
      <thead>
        <tr>
          <Heading className="sticky left-0 bg-surface">IP</Heading>
          {columns.map(({ title }) => (
            <Heading key={title}>{title}</Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.ip} className="group/row">
            <th
              scope="row"
              className="sticky left-0 bg-surface px-3 py-1 font-normal group-hover/row:bg-hover max-sm:max-w-40"
            >
              <Value field="" value={row.ip} to={`/ip/${encodeURIComponent(row.ip)}`} />
            </th>
            {columns.map(({ title, className, cell }) => (
              <Cell key={title} className={className ?? ''}>
                {cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Few({ field, values, first }: { field: string; values: string[]; first: number }) {
  const rest = values.length - first
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {values.slice(0, first).map((value) => (
        <Value key={value} field={field} value={value} />
      ))}
      {rest > 0 && (
        <span className="text-ink-3" title={values.slice(first, first + 20).join(', ')}>
          +{rest}
        </span>
      )}
    </span>
  )
}
