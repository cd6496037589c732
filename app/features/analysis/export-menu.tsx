import { type AnalysisFormat, type AnalysisPart } from '#model/analysis.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { counted } from '../../ui/numbers.ts'
import { NoAccess } from '../error/upsell.tsx'
import { exportHref } from './export-href.ts'
import { partLooks } from './parts.ts'

const formats: readonly { format: AnalysisFormat; title: string; about: string }[] = [
  { format: 'csv', title: 'CSV', about: 'a table for spreadsheets' },
  { format: 'json', title: 'JSON', about: 'one document' },
  { format: 'ndjson', title: 'NDJSON', about: 'one record per line' },
  { format: 'txt', title: 'TXT', about: 'addresses only, one per line' },
]

/** The part that is shown as a file, by plain links. */
export function ExportPart({
  id,
  part,
  count,
  query,
}: {
  id: string
  part: AnalysisPart
  /** Addresses that the file will hold. */
  count: number
  /** Of those that were seen the file holds what matches it; "" for all of the part. */
  query: string
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
  const lead = query
    ? `${counted(count, 'address', 'addresses')} that match the query.`
    : part === 'all'
      ? `All ${counted(count, 'address', 'addresses')} of the list, those not observed among them.`
      : `${counted(count, 'address', 'addresses')} of the part “${partLooks[part].name}”.`
  return (
    <Menu {...menu}>
      <p>{lead}</p>
      <ul className="grid gap-1">
        {formats.map(({ format, title, about }) => (
          <li key={format} className="flex flex-wrap items-baseline gap-x-2">
            <a
              href={exportHref({ kind: 'ips', id }, part, { format, query })}
              aria-label={`${partLooks[part].name} as ${title}`}
              className="inline-flex min-h-6 items-center font-medium"
            >
              {title}
            </a>
            <span className="text-dense text-ink-2">{about}</span>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
