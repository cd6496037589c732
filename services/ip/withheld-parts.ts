import { type FieldGroup, withheldColumns, withholding } from '#model/ip-document/groups.ts'
import type { IpReport } from '#model/ip-report.ts'

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
    // The matrix counts paths, which are requests.
    activity:
      activity && withheld.has('http_path')
        ? { ...activity, rows: activity.rows.filter(({ kind }) => kind !== 'path') }
        : activity,
    // Its name is everybody's; whether it leads back is not.
    reverse: withheld.has('rdns_validated') ? null : reverse,
    // The datacenter of a record is the first of these clouds, or that a list of datacenters holds the address.
    network: network && withheld.has('datacenter') ? { ...network, clouds: [], hosted: false } : network,
    facts: withholding(lacking)(facts),
  }
}
