import { holdsCutValue, keptBytes } from '#model/cut-value.ts'
import type { IpReport, ReportedDocument, SharedValue } from '#model/ip-report.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { Value } from '../value/value.tsx'
import { SentValue } from './sent-value.tsx'

const observed = { window: 'last 90 days, UTC', source: 'own sensors and captures' }

/** Lists of the record are cut, and long values; a cut is always stated. */
function Cut({ of, document }: { of: (keyof ReportedDocument)[]; document: ReportedDocument }) {
  const cut = of.filter((column) => document.truncated.includes(column))
  if (cut.length === 0) return null
  return (
    <p className="mt-2 text-label text-ink-3">
      Cut to the most frequent.
      {cut.some((column) => holdsCutValue(document[column])) &&
        ` Values of more than ${keptBytes} bytes are cut to their beginning.`}
    </p>
  )
}

export function Ports({ document }: { document: ReportedDocument }) {
  return (
    <Panel title="Ports scanned" from={observed}>
      {document.scan.length === 0 ? (
        <p className="text-ink-2">No port was scanned.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {document.scan.map(({ port, protocol }, at) => (
            <li key={`${port}/${protocol}/${at}`}>
              <Port port={port} protocol={protocol} />
            </li>
          ))}
        </ul>
      )}
      <Cut of={['scan']} document={document} />
    </Panel>
  )
}

/** Transports without ports (ICMP) are named alone. */
function Port({ port, protocol }: { port: number; protocol: string }) {
  if (port === 0) return protocol && <Value field="raw_data.scan.protocol" value={protocol} />
  const text = protocol === '' ? String(port) : `${port}/${protocol}`
  return <Value field="raw_data.scan.port" value={String(port)} text={text} limit={400} mono />
}

/** The HTTP facts of a record: title, GNQL field, column. */
const httpLists = [
  ['Method', 'raw_data.http.method', 'http_method'],
  ['Path', 'raw_data.http.path', 'http_path'],
  ['User agent', 'raw_data.http.useragent', 'http_useragent'],
  ['Host', 'raw_data.http.host', 'http_host'],
  ['Header names', 'raw_data.http.request_header', 'http_request_header'],
  ['Cookie keys', 'raw_data.http.cookie_keys', 'http_cookie_keys'],
  ['Authorization', 'raw_data.http.request_authorization', 'http_request_authorization'],
  ['Origin', 'raw_data.http.request_origin', 'http_request_origin'],
  ['Referer', 'raw_data.http.request_referer', 'http_request_referer'],
  ['Body MD5', 'raw_data.http.md5', 'http_md5'],
] as const

export function Http({ document }: { document: ReportedDocument }) {
  const filled = httpLists.filter(([, , column]) => document[column].length > 0)
  return filled.length === 0 ? null : (
    <Panel title="HTTP" from={observed}>
      <dl className="grid gap-3">
        {filled.map(([title, field, column]) => (
          <div key={column} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-ink-3">{title}</dt>
            <dd className="min-w-0">
              <ValueList field={field} values={document[column]} />
            </dd>
          </div>
        ))}
      </dl>
      <Cut of={httpLists.map(([, , column]) => column)} document={document} />
    </Panel>
  )
}

const shownAtOnce = 10

function ValueList({ field, values }: { field: string; values: string[] }) {
  const rest = values.slice(shownAtOnce)
  return (
    <>
      <ul className="grid gap-0.5">
        {values.slice(0, shownAtOnce).map((value) => (
          <li key={value} className="min-w-0">
            <SentValue field={field} value={value} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary className="w-fit text-label text-ink-2">{withCommas(rest.length)} more</summary>
          <ul className="grid gap-0.5">
            {rest.map((value) => (
              <li key={value} className="min-w-0">
                <SentValue field={field} value={value} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const prints = [
  ['JA3', 'raw_data.ja3.fingerprint', 'ja3'],
  ['JA4', 'raw_data.tls.ja4', 'ja4'],
  ['HASSH', 'raw_data.hassh.fingerprint', 'hassh'],
] as const

/** TLS and SSH fingerprints with "who else": how many addresses share each. */
export function Fingerprints({ report }: { report: IpReport }) {
  const rows = prints.flatMap(([kind, field, key]) =>
    report.fingerprints[key].map((shared) => ({ kind, field, shared })),
  )
  const keys = report.document?.ssh_key ?? []
  return rows.length === 0 && keys.length === 0 ? null : (
    <Panel title="TLS and SSH fingerprints" from={observed} flush>
      <Table label="Fingerprints, port and who else">
        <thead>
          <tr>
            <Heading>Kind</Heading>
            <Heading>Value</Heading>
            <Heading className="text-right">Port</Heading>
            <Heading>Who else</Heading>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, field, shared }) => (
            <Row key={`${kind}${shared.value}${shared.port ?? ''}`}>
              <Cell className="whitespace-nowrap text-ink-3">{kind}</Cell>
              <Cell>
                <Value field={field} value={shared.value} />
                {shared.names.length > 0 && (
                  <p className="text-label text-ink-3">
                    Also shown by <InertText text={shared.names.join(', ')} limit={200} />
                  </p>
                )}
              </Cell>
              <Cell className="text-right">{shared.port ?? ''}</Cell>
              <Cell className="whitespace-nowrap text-ink-2">{othersOf(shared)}</Cell>
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

const othersOf = ({ addresses }: SharedValue): string =>
  addresses <= 1 ? 'only this address' : counted(addresses - 1, 'other address', 'other addresses')

export function Destinations({ document }: { document: ReportedDocument }) {
  return (
    <Panel title="Destinations" from={observed}>
      <p>
        {counted(document.sensor_hits, 'session')} at {counted(document.sensor_count, 'sensor')}
        {document.single_destination && ', all in one country'}.
      </p>
      {document.destination_countries.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {document.destination_countries.map((country) => (
            <li key={country}>
              <Value field="destination_country" value={country} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
