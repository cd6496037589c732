import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { Activity, AlsoTried, Attackers, spanOf, Tops } from '../features/cve/activity.tsx'
import {
  AffectedProducts,
  DetectedBy,
  Exploits,
  KeyDates,
  Likelihood,
  References,
  Scores,
  Sources,
  Weaknesses,
} from '../features/cve/details.tsx'
import { CveHead } from '../features/cve/head.tsx'
import { Withheld } from '../features/cve/withheld.tsx'
import { orRouteError } from '../route-error.ts'
import { visible } from '../ui/visible-text.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/cve'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return asText({
    report: await orRouteError(context.get(services).lookUpCve({ cve: params.cve })),
    span: spanOf(url.searchParams.get('days')),
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const report = loaderData && dataIn(loaderData).report
  if (!report) return [{ title: 'Noisefloor' }]
  const { name, description } = report.details
  return pageTexts(
    `${report.cve}${name === '' ? '' : `: ${visible(name.slice(0, 120))}`} · Noisefloor`,
    visible((description || name || report.cve).slice(0, 300)),
  )
}

export default function Cve({ loaderData }: Route.ComponentProps) {
  const { report, span } = dataIn(loaderData)
  const { activity } = report
  return (
    <div className="grid gap-5">
      <CveHead report={report} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          {activity && <Activity report={report} activity={activity} span={span} />}
          {activity && <Tops activity={activity} />}
          <Attackers report={report} />
          {activity && <AlsoTried activity={activity} />}
          <Withheld report={report} />
          <References report={report} />
        </div>
        <div className="grid min-w-0 items-start gap-4 md:max-xl:grid-cols-2">
          <KeyDates report={report} />
          <DetectedBy report={report} />
          <Likelihood report={report} />
          <Exploits report={report} />
          <Weaknesses report={report} />
          <AffectedProducts report={report} />
          <Scores report={report} />
          <Sources report={report} />
        </div>
      </div>
    </div>
  )
}
