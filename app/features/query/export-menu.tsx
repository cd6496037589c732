import type { LastExport } from '#model/export-memory.ts'
import { type IpOrder, maxOrderedExport } from '#model/ip-order.ts'
import { buttonLook } from '../../ui/button.tsx'
import { useFrame } from '../../page-frame.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Moment } from '../../ui/moment.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { NoAccess } from '../error/upsell.tsx'
import { orderNames } from './order-names.ts'
import { columnOf, type ColumnId } from './columns.ts'

const formats = [
  { format: 'csv', title: 'CSV', about: 'a table for spreadsheets' },
  { format: 'json', title: 'JSON', about: 'one document' },
  { format: 'ndjson', title: 'NDJSON', about: 'one record per line' },
  { format: 'txt', title: 'TXT', about: 'addresses only, one per line' },
] as const

export const exportHref = (query: string, format: string, since?: string): string =>
  `/api/ip/query?${new URLSearchParams({ query, export_format: format, ...(since && { changes_since: since }) })}`

/** As the table shows it, as long as so many can be sorted. */
export const shownHref = (
  query: string,
  format: string,
  { shown, order, total }: { shown: readonly ColumnId[]; order: IpOrder; total: number },
): string => `${exportHref(query, format)}${sortOf(order, total)}&fields=${fieldsOf(shown)}`

const isSortable = (order: IpOrder, total: number): boolean => order !== 'ip' && total <= maxOrderedExport
const sortOf = (order: IpOrder, total: number): string => (isSortable(order, total) ? `&sort=${order}` : '')

/** The columns that are shown, as parts of the API's record. */
const fieldsOf = (shown: readonly ColumnId[]): string =>
  ['ip', ...shown.map((id) => columnOf(id).wire)].join(',')

/** Says how much and as what, then downloads by plain links: no script has a part in it. */
export function ExportMenu({
  query,
  total,
  shown,
  order,
  last,
}: {
  query: string
  total: number
  /** Columns of the table. */
  shown: readonly ColumnId[]
  /** Of the table. */
  order: IpOrder
  last: LastExport | null
}) {
  const { mayExport } = useFrame()
  const menu = {
    label: 'Export',
    look: `${buttonLook({ variant: 'secondary' })} cursor-pointer`,
    className: 'grid gap-3 p-4',
    shortcut: 'e' as const,
  }
  if (!mayExport)
    return (
      <Menu {...menu}>
        <p>Exports come with every offering except community.</p>
        <NoAccess />
      </Menu>
    )
  return (
    <Menu {...menu}>
      <p>
        All {counted(total, 'IP', 'IPs')} of this query, as they stand when the file is made,{' '}
        {isSortable(order, total)
          ? `in the order shown: ${orderNames[order].toLowerCase()}.`
          : `sorted by IP address${order === 'ip' ? '' : `: a file in another order holds at most ${withCommas(maxOrderedExport)}`}.`}
      </p>
      <section aria-label="Columns shown">
        <h3 className="font-semibold">Columns shown</h3>
        <p className="flex flex-wrap gap-x-4">
          {formats
            .filter(({ format }) => format !== 'txt')
            .map(({ format, title }) => (
              <a
                key={format}
                href={shownHref(query, format, { shown, order, total })}
                aria-label={`Columns shown as ${title}`}
                className="inline-flex min-h-6 items-center font-medium"
              >
                {title}
              </a>
            ))}
        </p>
      </section>
      <section aria-label="Whole records">
        <h3 className="font-semibold">Whole records</h3>
        <ul className="grid gap-1">
          {formats.map(({ format, title, about }) => (
            <li key={format} className="flex flex-wrap items-baseline gap-x-2">
              <a
                href={`${exportHref(query, format)}${sortOf(order, total)}`}
                className="inline-flex min-h-6 items-center font-medium"
              >
                {title}
              </a>
              <span className="text-dense text-ink-2">{about}</span>
            </li>
          ))}
        </ul>
      </section>
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
          After your first export, you can download only the changes here for 30 days.
        </p>
      )}
    </Menu>
  )
}
