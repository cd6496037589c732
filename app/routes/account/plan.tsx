import { withCommas } from '#model/numbers.ts'
import { resetText } from '#model/account/search-week.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import { megabyte } from '#model/pcap.ts'
import type { Entitlement } from '#services/account/plan.ts'
import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { sizeText } from '../../features/analysis/bytes.ts'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/plan'

export async function loader({ context }: Route.LoaderArgs) {
  return { plan: await orRouteError(context.get(services).planOf()) }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Plan · Noisefloor', 'What your plan includes, with its limits and how much of them is used.')

const megabytes = (count: number): string => sizeText(count * megabyte)

export default function AccountPlan({ loaderData: { plan } }: Route.ComponentProps) {
  return (
    <AccountFrame title="Plan">
      <Panel title={plan.name}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <dt className="text-ink-2">Offering</dt>
          <dd>{plan.offering}</dd>
          <dt className="text-ink-2">History</dt>
          <dd>
            {plan.historicDays} {plan.historicDays === 1 ? 'day' : 'days'}
            {plan.historicDays < 90 && '. Upgrade to extend to 90 days.'}
          </dd>
          <dt className="text-ink-2">CVE insight</dt>
          <dd>{plan.cveInsight}</dd>
          <dt className="text-ink-2">Files for analysis</dt>
          <dd>
            up to {megabytes(plan.fileUploadSize.ipAnalysis)} of addresses,{' '}
            {megabytes(plan.fileUploadSize.cveAnalysis)} of CVEs
          </dd>
          <dt className="text-ink-2">Files of packets</dt>
          <dd>
            up to {megabytes(plan.pcaps.fileSize)} each, {plan.pcaps.atOnce} at once,{' '}
            {megabytes(plan.pcaps.keptSize)} in all for {counted(plan.pcaps.keptDays, 'day')}
          </dd>
          {plan.trialEnds !== null && (
            <>
              <dt className="text-ink-2">Trial</dt>
              <dd>until {plan.trialEnds}, that day included</dd>
            </>
          )}
        </dl>
      </Panel>
      <Panel title="Entitlements" flush>
        <table className="w-full">
          <thead>
            <tr className="border-b border-line text-left text-label text-ink-2">
              <th scope="col" className="px-4 py-2 font-semibold">
                Entitlement
              </th>
              <th scope="col" className="px-2 py-2 font-semibold">
                Access
              </th>
              <th scope="col" className="w-2/5 px-4 py-2 font-semibold">
                Used
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.entitlements.map((one) => (
              <tr key={one.id} className="border-b border-line align-top last:border-0">
                <th scope="row" className="px-4 py-1.5 text-left font-normal">
                  <span className="block first-letter:uppercase">{entitlementTitles[one.id]}</span>
                  <code className="text-label text-ink-3 max-sm:hidden">{one.id}</code>
                </th>
                <td className={`px-2 py-1.5 ${one.hasAccess ? '' : 'text-ink-3'}`}>
                  {one.hasAccess ? 'yes' : 'no'}
                </td>
                <td className="px-4 py-1.5">
                  <Used of={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </AccountFrame>
  )
}

/** How much of a limit is used, and when it begins anew. */
function Used({ of: { hasAccess, limit, usage, usageReset, id } }: { of: Entitlement }) {
  const { status } = useFrame()
  const used = usage ?? 0
  if (limit === null)
    return (
      <span className="text-ink-3">{used === 0 || !hasAccess ? '–' : `${withCommas(used)}, no limit`}</span>
    )
  const text = `${withCommas(used)} of ${withCommas(limit)}`
  return (
    <div className="grid gap-1">
      <span>{text}</span>
      <Progress
        percent={limit === 0 ? 100 : (used / limit) * 100}
        label={`${entitlementTitles[id]}: ${text}`}
      />
      {usageReset !== null && (
        <span className="text-dense text-ink-2">{resetText(usageReset, Date.parse(status.now))}</span>
      )}
    </div>
  )
}
