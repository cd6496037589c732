import { criteria } from '../features/accessibility/criteria.ts'
import { Panel } from '../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../ui/table.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/vpat'

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Accessibility · Noisefloor',
    'How the pages meet WCAG 2.2 at levels A and AA, criterion by criterion.',
  )

const words = { yes: 'Supports', partly: 'Partially supports', none: 'Not applicable' } as const

export default function Accessibility() {
  return (
    <div className="grid gap-4">
      <h1 className="text-head font-semibold">Accessibility</h1>
      <p className="max-w-[75ch]">
        How the pages of Noisefloor meet the Web Content Accessibility Guidelines 2.2 at levels A and AA.
        Every page is tested with axe in both themes, by keyboard alone, without scripts, at 320 pixels and
        with text at 200%. Tell the operator of this server what does not work for you.
      </p>
      <Panel title="WCAG 2.2" flush>
        <Table label="Criteria and how they are met">
          <thead>
            <tr>
              <Heading>Criterion</Heading>
              <Heading>Level</Heading>
              <Heading>Conformance</Heading>
              <Heading>How</Heading>
            </tr>
          </thead>
          <tbody>
            {criteria.map(({ number, name, level, meets, how }) => (
              <Row key={number}>
                <Cell>
                  {number} {name}
                </Cell>
                <Cell>{level}</Cell>
                <Cell className="whitespace-nowrap">{words[meets]}</Cell>
                <Cell>{how}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Panel>
    </div>
  )
}
