import { Link } from 'react-router'
import type { TagRow } from '#model/tag-report.ts'
import { ChartFiles } from '../../ui/charts/download/chart-files.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'
import { type Sort, type TagFilters, tagsHref } from './filters.ts'
import { TagLink } from '../value/tag-link.tsx'
import { categoryLabels } from './category-labels.ts'

/** On a narrow screen there is no room for what the filters beside the table tell as well. */
const besideFacets = 'lg:max-xl:hidden'

export function TagTable({
  tags,
  days,
  filters,
}: {
  tags: TagRow[]
  /** Of the traces. */
  days: readonly string[]
  filters: TagFilters
}) {
  return (
    <div data-chart>
      <Table label="Tags found">
        <thead>
          <tr>
            <SortHeading filters={filters} sort="name" className="sticky left-0 bg-surface">
              Tag
            </SortHeading>
            <Heading className={besideFacets}>Category</Heading>
            <Heading>CVEs</Heading>
            <SortHeading filters={filters} sort="active" className="text-right">
              IPs 24 h
            </SortHeading>
            <Heading>{counted(days.length, 'day')}, UTC</Heading>
            <SortHeading filters={filters} sort="newest">
              First published
            </SortHeading>
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => (
            <Row key={tag.slug} className="group/row">
              <th
                scope="row"
                className="sticky left-0 bg-surface px-3 py-1 font-normal group-hover/row:bg-hover"
                title={tag.description}
              >
                <TagLink tag={tag} />
              </th>
              <Cell className={`whitespace-nowrap ${besideFacets}`}>{categoryLabels[tag.category]}</Cell>
              <Cell className="whitespace-nowrap">
                <CveFirsts cves={tag.cves} />
              </Cell>
              <Cell className="text-right">{withCommas(tag.inADay)}</Cell>
              <Cell>
                <Sparkline values={tag.trace} subject={`${tag.name}, IPs per day`} unfinished />
              </Cell>
              <Cell className="whitespace-nowrap">{tag.createdAt}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="border-t border-line px-3 py-1">
        <ChartFiles
          name="Tags, IPs per day"
          numbers={() => ({
            heads: ['tag', 'ips_24h', ...days],
            rows: tags.map(({ name, inADay, trace }) => [name, inADay, ...trace]),
          })}
        />
      </p>
    </div>
  )
}

/** A heading that sorts by its column, and says when it does. Each column has the one direction that is of use. */
function SortHeading({
  filters,
  sort,
  className = '',
  children,
}: {
  filters: TagFilters
  sort: Sort
  className?: string
  children: string
}) {
  const isOn = filters.sort === sort
  return (
    <Heading
      className={className}
      aria-sort={isOn ? (sort === 'name' ? 'ascending' : 'descending') : undefined}
    >
      <Link to={tagsHref(filters, { sort })} preventScrollReset className={isOn ? 'text-ink' : 'text-ink-2'}>
        {children}
        {isOn && <span aria-hidden>{sort === 'name' ? ' ↑' : ' ↓'}</span>}
      </Link>
    </Heading>
  )
}

/** The first of them, and how many more. */
export function CveFirsts({ cves }: { cves: readonly string[] }) {
  const [first] = cves
  if (first === undefined) return null
  return (
    <span className="inline-flex items-center gap-1">
      <Value field="cve" value={first} />
      {cves.length > 1 && <span className="text-ink-3">+{cves.length - 1}</span>}
    </span>
  )
}
