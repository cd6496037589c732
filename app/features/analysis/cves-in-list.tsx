import type { AnalysisFormat } from '#model/analysis.ts'
import type { CveInList } from '#services/analysis/cve-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { CveTable } from '../cve/cve-table.tsx'
import { NoAccess } from '../error/upsell.tsx'
import { exportHref } from './export-href.ts'
import { placeText } from './place-text.ts'

interface ListProps {
  id: string
  rows: readonly CveInList[]
  total: number
  unknown: number
}

/** The CVEs of a list, what matters first; a cell stays empty for what no source tells. */
export function CvesInList({ id, rows, total, unknown }: ListProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-lead">
          {counted(total, 'CVE')}
          {unknown > 0 && `, ${withCommas(unknown)} of them unknown here`}
        </p>
        <div className="chrome">
          <ExportCves id={id} />
        </div>
      </div>
      <Panel
        title="CVEs: known to be exploited first, then tried here, then by EPSS"
        from={{ window: 'addresses of the last 90 days' }}
        flush
      >
        <CveTable
          rows={rows.map(({ cve, row, times, line }) => ({ cve, row, place: placeText({ times, line }) }))}
          label="CVEs of the list"
        />
      </Panel>
    </>
  )
}

const formats: readonly { format: AnalysisFormat; title: string; about: string }[] = [
  { format: 'csv', title: 'CSV', about: 'a table for spreadsheets' },
  { format: 'json', title: 'JSON', about: 'one document' },
  { format: 'ndjson', title: 'NDJSON', about: 'one record per line' },
  { format: 'txt', title: 'TXT', about: 'ids only, one per line' },
]

/** The whole list as a file, by plain links. */
function ExportCves({ id }: { id: string }) {
  const { mayExport } = useFrame()
  return (
    <Menu
      label="Export"
      look={`${buttonLook({ variant: 'secondary' })} cursor-pointer`}
      className="grid gap-3 p-4"
      shortcut="e"
    >
      {mayExport ? (
        <ul className="grid gap-1">
          {formats.map(({ format, title, about }) => (
            <li key={format} className="flex flex-wrap items-baseline gap-x-2">
              <a
                href={exportHref({ kind: 'cves', id }, 'all', { format })}
                aria-label={`All as ${title}`}
                className="inline-flex min-h-6 items-center font-medium"
              >
                {title}
              </a>
              <span className="text-dense text-ink-2">{about}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>Exports come with every offering except community.</p>
          <NoAccess />
        </>
      )}
    </Menu>
  )
}
