import type { Analysis, IgnoredText } from '#model/analysis.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { useFrame } from '../../page-frame.tsx'
import { exportHref } from './export-href.ts'
import { kindWords } from './kind.ts'

/** What was found in what was sent. @param ignored the first of what was not taken */
export function Totals({ analysis, ignored }: { analysis: Analysis; ignored: readonly IgnoredText[] }) {
  const { kind, totals } = analysis
  const { submitted, unique, duplicates, reserved, blocks } = totals
  const said = [
    { title: 'Submitted', value: submitted },
    { title: 'Unique', value: unique },
    { title: 'Duplicates', value: duplicates },
    ...(kind === 'ips' ? [{ title: 'Private or reserved', value: reserved }] : []),
    ...(blocks > 0 ? [{ title: 'Blocks (CIDR)', value: blocks }] : []),
    { title: 'Ignored', value: totals.ignored },
  ]
  return (
    <section aria-label="What was sent" className="grid gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {said.map(({ title, value }) => (
          <div key={title} className="flex gap-1.5">
            <dt className="text-ink-2">{title}</dt>
            <dd className="font-semibold">{withCommas(value)}</dd>
          </div>
        ))}
      </dl>
      {ignored.length > 0 && <Ignored analysis={analysis} ignored={ignored} />}
    </section>
  )
}

function Ignored({ analysis, ignored }: { analysis: Analysis; ignored: readonly IgnoredText[] }) {
  const { mayExport } = useFrame()
  const total = analysis.totals.ignored
  const rest = total - ignored.length
  return (
    <details className="min-w-0 rounded-control border border-line bg-surface px-3 py-2">
      <summary>{`${counted(total, 'text was', 'texts were')} ignored`}</summary>
      <p className="flex flex-wrap gap-x-3 py-2 text-dense">
        <span className="text-ink-2">{`What looked like one of the ${kindWords[analysis.kind].things.many} and is none, with its place.`}</span>
        {mayExport && (
          <a
            href={exportHref(analysis, 'ignored', { format: 'csv' })}
            className="chrome inline-flex min-h-6 items-center"
          >
            Download ignored texts (CSV)
          </a>
        )}
      </p>
      <Table label="Ignored texts">
        <thead>
          <tr>
            <Heading className="text-right">Line</Heading>
            <Heading className="text-right">Column</Heading>
            <Heading>Text</Heading>
            <Heading>Reason</Heading>
          </tr>
        </thead>
        <tbody>
          {ignored.map(({ line, column, text, reason }, at) => (
            <Row key={at}>
              <Cell className="text-right">{withCommas(line)}</Cell>
              <Cell className="text-right">{withCommas(column)}</Cell>
              <Cell>
                <InertText text={text} limit={80} />
              </Cell>
              <Cell>{reason}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {rest > 0 && <p className="pt-2 text-dense text-ink-2">{`${withCommas(rest)} more are not shown.`}</p>}
    </details>
  )
}
