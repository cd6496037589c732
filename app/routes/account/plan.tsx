import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Route } from './+types/plan'

export async function loader({ context }: Route.LoaderArgs) {
  return { plan: await orRouteError(context.get(services).planOf()) }
}

export const meta: Route.MetaFunction = () => [{ title: 'Plan · Noisefloor' }]

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
            up to {plan.fileUploadSize.ipAnalysis} MB of addresses, {plan.fileUploadSize.cveAnalysis} MB of
            CVEs
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
              <th scope="col" className="px-4 py-2 font-semibold">
                Access
              </th>
              <th scope="col" className="px-4 py-2 font-semibold">
                Limit
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.entitlements.map(({ id, hasAccess, limit }) => (
              <tr key={id} className="border-b border-line last:border-0">
                <td className="px-4 py-1.5">
                  <code className="break-all">{id}</code>
                </td>
                <td className="px-4 py-1.5">{hasAccess ? 'yes' : 'no'}</td>
                <td className="px-4 py-1.5">{limit ?? (hasAccess ? 'none' : '–')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </AccountFrame>
  )
}
