import type { TagRow } from '#model/tag-report.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'
import { TagLink } from './tag-link.tsx'
import { categoryLabels } from './category-labels.ts'

export function TagTable({ tags }: { tags: TagRow[] }) {
  return (
    <Table label="Tags found">
      <thead>
        <tr>
          <Heading className="sticky left-0 bg-surface">Tag</Heading>
          <Heading>Category</Heading>
          <Heading>CVEs</Heading>
          <Heading className="text-right">IPs 24 h</Heading>
          <Heading>30 days, UTC</Heading>
          <Heading>First published</Heading>
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
            <Cell className="whitespace-nowrap">{categoryLabels[tag.category]}</Cell>
            <Cell className="whitespace-nowrap">
              <CveFirsts cves={tag.cves} />
            </Cell>
            <Cell className="text-right">{withCommas(tag.inADay)}</Cell>
            <Cell>
              <Sparkline values={tag.trace} subject={`${tag.name}, IPs per day, the last so far`} />
            </Cell>
            <Cell className="whitespace-nowrap">{tag.createdAt}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
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
