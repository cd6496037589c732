import { type FieldGroup, withheldColumns, withholding } from '#model/ip-document/groups.ts'
import type { ActivityRow, IpReport } from '#model/ip-report.ts'

/** What stands beside the record on the page of an address and tells the same as some of its columns. */
type Parts = Pick<IpReport, 'activity' | 'reverse' | 'network' | 'facts'>

/** Those parts for a plan that lacks some groups of fields. */
export function withoutGroups(
  { activity, reverse, network, facts }: Parts,
  lacking: readonly FieldGroup[],
): Parts {
  if (lacking.length === 0) return { activity, reverse, network, facts }
  const withheld = withheldColumns(lacking)
  return {
    activity: activity && { ...activity, rows: allowedRows(activity.rows, withheld) },
    // Its name is everybody's; whether it leads back is not.
    reverse: withheld.has('rdns_validated') ? null : reverse,
    // The datacenter of a record is the first of these clouds, or that a list of datacenters holds the address.
    network: network && withheld.has('datacenter') ? { ...network, clouds: [], hosted: false } : network,
    facts: withholding(lacking)(facts),
  }
}

/** The matrix counts paths, which are requests, and ports with their transports. */
function allowedRows(rows: readonly ActivityRow[], withheld: ReadonlySet<string>): ActivityRow[] {
  const shown = rows.filter(({ kind }) => kind !== 'path' || !withheld.has('http_path'))
  if (!withheld.has('scan_protocol')) return shown
  const ports = new Map<string, ActivityRow>()
  for (const row of shown.filter(({ kind }) => kind === 'port')) {
    const label = withoutTransport(row.label)
    const before = ports.get(label)
    const cells = row.cells.map((sessions, at) => sessions + (before?.cells[at] ?? 0))
    if (label !== '') ports.set(label, { ...row, label, cells })
  }
  return [
    ...shown.filter(({ kind }) => kind === 'tag'),
    ...ports.values(),
    ...shown.filter(({ kind }) => kind === 'path'),
  ]
}

/** "23" of "23/tcp"; "" of a transport without ports. */
const withoutTransport = (label: string): string => /^[1-9]\d*(?=\/|$)/.exec(label)?.[0] ?? ''
