import { holdsCutValue, keptBytes } from '#model/cut-value.ts'
import type { ReportedDocument } from '#model/ip-report.ts'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'
import { SentValue } from './sent-value.tsx'

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
    <Panel title="Ports scanned">
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
  ['Header names', 'raw_data.http.request_header', 'http_request_header'],
  ['Cookie keys', 'raw_data.http.cookie_keys', 'http_cookie_keys'],
  ['Authorization', 'raw_data.http.request_authorization', 'http_request_authorization'],
  ['Origin', 'raw_data.http.request_origin', 'http_request_origin'],
  ['Referer', 'raw_data.http.request_referer', 'http_request_referer'],
  ['Body MD5', 'raw_data.http.md5', 'http_md5'],
  ['Host', 'raw_data.http.host', 'http_host'],
] as const

/** Short words, side by side; hosts are mostly addresses of sensors, and tell least. */
const inline: ReadonlySet<string> = new Set(['http_method', 'http_request_header', 'http_cookie_keys'])
const shownOf: Readonly<Record<string, number>> = {
  http_host: 3,
  http_request_header: 30,
  http_cookie_keys: 30,
}

export function Http({ document }: { document: ReportedDocument }) {
  const filled = httpLists.filter(([, , column]) => document[column].length > 0)
  return filled.length === 0 ? null : (
    <Panel title="HTTP">
      <dl className="grid gap-3">
        {filled.map(([title, field, column]) => (
          <div key={column} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-ink-3">{title}</dt>
            <dd className="min-w-0">
              <ValueList
                field={field}
                values={document[column]}
                isInline={inline.has(column)}
                shownAtOnce={shownOf[column] ?? 10}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Cut of={httpLists.map(([, , column]) => column)} document={document} />
    </Panel>
  )
}

function ValueList({
  field,
  values,
  isInline,
  shownAtOnce,
}: {
  field: string
  values: string[]
  isInline: boolean
  shownAtOnce: number
}) {
  const look = isInline ? 'flex flex-wrap gap-x-4 gap-y-0.5' : 'grid gap-0.5'
  const rest = values.slice(shownAtOnce)
  return (
    <>
      <ul className={look}>
        {values.slice(0, shownAtOnce).map((value) => (
          <li key={value} className="min-w-0">
            <SentValue field={field} value={value} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary className="w-fit text-label text-ink-2">{withCommas(rest.length)} more</summary>
          <ul className={look}>
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

export function Destinations({ document }: { document: ReportedDocument }) {
  return (
    <Panel title="Destinations">
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
