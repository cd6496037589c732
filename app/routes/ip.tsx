import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { IpHead } from '../features/ip/head.tsx'
import { Overview } from '../features/ip/overview.tsx'
import { Raw } from '../features/ip/raw.tsx'
import { IpTabs, tabOf } from '../features/ip/tabs.tsx'
import { Timeline } from '../features/ip/timeline.tsx'
import { timelineView } from '../features/ip/timeline-view.ts'
import { visible } from '../ui/visible-text.ts'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/ip'

export async function loader({ context, params: { ip }, url: { searchParams } }: Route.LoaderArgs) {
  const { lookUpIp, ipTimeline, proofOfTag, sessionsOfTag, ipRecordText, user } = context.get(services)
  const report = await orRouteError(lookUpIp({ ip }))
  const tab = report.document ? tabOf(searchParams.get('tab')) : 'overview'
  const view = timelineView(searchParams)
  const why = searchParams.get('why')
  const tag = tab === 'overview' && report.document ? why : null
  const [timeline, proof, sessions, record] = await orRouteError(
    Promise.all([
      tab === 'timeline' ? ipTimeline({ ip, ...view }) : null,
      tag === null ? null : proofOfTag({ ip, tag }),
      tag !== null && user?.hasSensors ? sessionsOfTag({ ip, tag }) : null,
      tab === 'raw' ? ipRecordText(ip) : null,
    ]),
  )
  return { page: asText({ report, tab, view, timeline, proof: proof && { ...proof, sessions } }), record }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const report = loaderData && dataIn(loaderData.page).report
  if (!report) return [{ title: 'Noisefloor' }]
  const verdict = report.verdict ? `: ${report.verdict.classification}` : ''
  return pageTexts(
    `${report.ip}${verdict} · Noisefloor`,
    visible(report.sentence) || 'Not seen by our sensors.',
  )
}

export default function Ip({ loaderData: { page, record } }: Route.ComponentProps) {
  const { report, tab, view, timeline, proof } = dataIn(page)
  return (
    <div className="grid gap-5">
      <IpHead report={report} />
      <IpTabs open={tab} isSeen={report.document !== null} />
      {tab === 'raw' && record !== null ? (
        <Raw report={report} record={record} />
      ) : timeline ? (
        <Timeline timeline={timeline} view={view} />
      ) : (
        <Overview report={report} proof={proof} />
      )}
    </div>
  )
}
