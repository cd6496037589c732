import type { IpReport } from '#model/ip-report.ts'
import { apiIntention, inWords } from './api-enums.ts'

/** What /api/ip/{ip} tells beside the record, in the words of /api. A verdict is no intention and keeps its own. */
export function presentIpReport<R extends Pick<IpReport, 'verdict' | 'activity'>>({
  verdict,
  activity,
  ...rest
}: R) {
  return {
    ...rest,
    verdict: verdict && {
      ...verdict,
      reasons: verdict.reasons.map(inWords),
      changes: verdict.changes.map((change) => ({ ...change, with: change.with && inWords(change.with) })),
    },
    activity: activity && {
      ...activity,
      rows: activity.rows.map((row) => ({ ...row, intention: row.intention && apiIntention(row.intention) })),
    },
  }
}
