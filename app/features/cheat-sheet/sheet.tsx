import { Link } from 'react-router'
import type { Chapter } from '#gnql/reference/operators.ts'
import type { FieldEntry } from '#gnql/reference/fields.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { queryHref } from '../../query-href.ts'

/** The reference as tables; each example is a link that runs. */
export function Sheet({ chapters, fields }: { chapters: readonly Chapter[]; fields: readonly FieldEntry[] }) {
  if (chapters.length === 0 && fields.length === 0)
    return <p>Nothing here holds these words. Clear the filter to see everything.</p>
  return (
    <>
      {chapters.map(({ title, usages }) => (
        <section key={title} className="min-w-0">
          <h2 className="mb-2 text-lead font-semibold">{title}</h2>
          <Table label={title}>
            <thead>
              <tr>
                <Heading>What</Heading>
                <Heading>Example</Heading>
                <Heading>Meaning</Heading>
              </tr>
            </thead>
            <tbody>
              {usages.map((usage) => (
                <Row key={usage.title}>
                  <Cell className="whitespace-nowrap">{usage.title}</Cell>
                  <Cell className="whitespace-nowrap">
                    <Example query={usage.example} />
                  </Cell>
                  <Cell className="min-w-64">{usage.description}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </section>
      ))}
      {fields.length > 0 && (
        <section className="min-w-0">
          <h2 className="mb-2 text-lead font-semibold">Fields</h2>
          <Table label="Fields">
            <thead>
              <tr>
                <Heading>Field</Heading>
                <Heading>Type</Heading>
                <Heading>Example</Heading>
                <Heading>Meaning</Heading>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <Row key={field.name}>
                  <th scope="row" className="cell text-left font-normal" id={field.name}>
                    <code>{field.name}</code>
                    {field.aliases.length > 0 && (
                      <span className="block text-label text-ink-3">
                        also {field.aliases.slice(0, 4).join(', ')}
                      </span>
                    )}
                  </th>
                  <Cell>{field.type}</Cell>
                  <Cell className="whitespace-nowrap">
                    <ExampleOf field={field} />
                  </Cell>
                  <Cell className="min-w-64">
                    {field.description}
                    {field.values.length > 0 && (
                      <span className="block text-label text-ink-2">{field.values.join(', ')}</span>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </>
  )
}

/** Lists are everybody's own: the example of theirs runs for nobody. */
function ExampleOf({ field: { example, type } }: { field: FieldEntry }) {
  if (example === null) return null
  return type === 'list' ? <code>{example}</code> : <Example query={example} />
}

const Example = ({ query }: { query: string }) => (
  <Link to={queryHref(query)} className="inline-flex min-h-6 items-center font-mono font-normal">
    {query}
  </Link>
)
