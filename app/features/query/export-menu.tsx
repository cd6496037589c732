import type { LastExport } from '#model/export-memory.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'

const formats = [
  { format: 'csv', title: 'CSV', about: 'a table for spreadsheets' },
  { format: 'json', title: 'JSON', about: 'whole records in one document' },
  { format: 'ndjson', title: 'NDJSON', about: 'a whole record a line' },
  { format: 'txt', title: 'TXT', about: 'addresses only, one a line' },
] as const

export const exportHref = (query: string, format: string, since?: string): string =>
  `/api/ip/query?${new URLSearchParams({ query, export_format: format, ...(since && { changes_since: since }) })}`

/** Says how much and as what, then downloads by plain links: no script has a part in it. */
export function ExportMenu({
  query,
  total,
  last,
}: {
  query: string
  total: number
  last: LastExport | null
}) {
  return (
    <details data-export className="chrome group/export relative ml-auto max-sm:ml-0 max-sm:w-full">
      <summary className={`${buttonLook({ variant: 'secondary' })}`}>Export</summary>
      <div className="right-0 z-10 mt-1 grid w-80 max-w-full gap-3 rounded-control border border-line-strong bg-surface p-4 shadow-layer sm:absolute sm:max-w-none">
        <p>
          All {counted(total, 'IP', 'IPs')} of this query, as they stand when the file is made, in order of
          address.
        </p>
        <ul className="grid gap-1">
          {formats.map(({ format, title, about }) => (
            <li key={format} className="flex flex-wrap items-baseline gap-x-2">
              <a href={exportHref(query, format)} className="inline-flex min-h-6 items-center font-medium">
                {title}
              </a>
              <span className="text-dense text-ink-2">{about}</span>
            </li>
          ))}
        </ul>
        {last ? (
          <div className="grid gap-1 border-t border-line pt-3">
            <p>
              Only what is new, gone or changed since this browser’s export of{' '}
              <Moment at={new Date(last.madeAt).toISOString()} /> ({counted(last.matching, 'IP', 'IPs')}):
            </p>
            <ul className="flex flex-wrap gap-x-4">
              {formats.map(({ format, title }) => (
                <li key={format}>
                  <a
                    href={exportHref(query, format, last.cursor)}
                    aria-label={`Changes as ${title}`}
                    className="inline-flex min-h-6 items-center font-medium"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p className="border-t border-line pt-3 text-dense text-ink-2">
            After a first export this place offers what changed since, for 30 days.
          </p>
        )}
      </div>
    </details>
  )
}
