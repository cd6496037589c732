import { term } from '#gnql/term.ts'
import type { IpReport, SharedValue } from '#model/ip-report.ts'
import { queryHref } from '../../query-href.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'
import { SentValue } from './sent-value.tsx'

const prints = [
  ['JA3', 'raw_data.ja3.fingerprint', 'ja3'],
  ['JA4', 'raw_data.tls.ja4', 'ja4'],
  ['HASSH', 'raw_data.hassh.fingerprint', 'hassh'],
] as const

interface Grouped extends SharedValue {
  kind: string
  field: string
  ports: number[]
}

/** One line a fingerprint, with the ports it was shown to. */
function grouped(kind: string, field: string, shared: readonly SharedValue[]): Grouped[] {
  return [...Map.groupBy(shared, ({ value }) => value).values()].map((all) => {
    const [first] = all as [SharedValue]
    const ports = [...new Set(all.flatMap(({ port }) => port ?? []))].sort((a, b) => a - b)
    return { ...first, kind, field, ports }
  })
}

const portsShown = 6

/** TLS and SSH fingerprints with "who else": how many addresses share each. */
export function Fingerprints({ report }: { report: IpReport }) {
  const rows = prints.flatMap(([kind, field, key]) => grouped(kind, field, report.fingerprints[key]))
  const keys = report.document?.ssh_key ?? []
  return rows.length === 0 && keys.length === 0 ? null : (
    <Panel title="TLS and SSH fingerprints" flush>
      <Table label="Fingerprints, ports and who else">
        <thead>
          <tr>
            <Heading>Kind</Heading>
            <Heading>Value</Heading>
            <Heading>Ports</Heading>
            <Heading>Who else</Heading>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, field, value, names, ports, addresses }) => (
            <Row key={`${kind}${value}`}>
              <Cell className="whitespace-nowrap text-ink-3">{kind}</Cell>
              <Cell>
                <Value field={field} value={value} />
                {names.length > 0 && (
                  <p className="text-label text-ink-3">
                    Also shown by <InertText text={names.join(', ')} limit={200} />
                  </p>
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                {ports.slice(0, portsShown).join(', ')}
                {ports.length > portsShown && ` and ${ports.length - portsShown} more`}
              </Cell>
              <Cell className="whitespace-nowrap">
                {addresses <= 1 ? (
                  <span className="text-ink-2">only this address</span>
                ) : (
                  <a href={queryHref(term(field, value))}>
                    {counted(addresses - 1, 'other address', 'other addresses')}
                  </a>
                )}
              </Cell>
            </Row>
          ))}
          {keys.map((key) => (
            <Row key={key}>
              <Cell className="whitespace-nowrap text-ink-3">SSH key</Cell>
              <Cell>
                <SentValue field="raw_data.ssh.key" value={key} limit={48} />
              </Cell>
              <Cell />
              <Cell />
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
