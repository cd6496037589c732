import { services } from '../context.ts'
import { IpHead } from '../features/ip/head.tsx'
import { Overview } from '../features/ip/overview.tsx'
import { Raw } from '../features/ip/raw.tsx'
import { IpTabs, tabOf } from '../features/ip/tabs.tsx'
import { visible } from '../ui/visible-text.ts'
import { orRouteError } from '../route-error.ts'
import type { Route } from './+types/ip'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return {
    report: await orRouteError(context.get(services).lookUpIp({ ip: params.ip })),
    tab: tabOf(url.searchParams.get('tab')),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const report = loaderData?.report
  if (!report) return [{ title: 'Noisefloor' }]
  const verdict = report.verdict ? `: ${report.verdict.classification}` : ''
  return [
    { title: `${report.ip}${verdict} · Noisefloor` },
    { name: 'description', content: visible(report.sentence) },
  ]
}

export default function Ip({ loaderData: { report, tab } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <IpHead report={report} />
      <IpTabs open={tab} />
      {tab === 'raw' ? <Raw report={report} /> : <Overview report={report} />}
    </div>
  )
}
