import { Link } from 'react-router'
import { isOver } from '#model/analysis.ts'
import { services } from '../context.ts'
import { Entry } from '../features/analysis/entry.tsx'
import { problemOfStatus } from '../features/analysis/file-problem.ts'
import { Recent } from '../features/analysis/recent.tsx'
import { useFollow } from '../features/analysis/use-follow.ts'
import { orRouteError } from '../route-error.ts'
import { buttonLook } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import type { Route } from './+types/ip-analyses'

const pageSize = 50
/** Text that an address brings along (routes/search.ts). */
const maxText = 2000

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const before = searchParams.get('before')
  const found = await orRouteError(
    context.get(services).ipAnalyses({ limit: pageSize + 1, ...(before !== null && { before }) }),
  )
  const refused = Number(searchParams.get('refused'))
  const analyses = found.slice(0, pageSize)
  return {
    analyses,
    older: found.length > pageSize ? (analyses.at(-1)?.id ?? null) : null,
    isFirst: before === null,
    text: (searchParams.get('text') ?? '').slice(0, maxText),
    refused: refused >= 400 ? problemOfStatus(refused) : null,
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'IP analysis · Noisefloor' }]

export default function IpAnalyses({
  loaderData: { analyses, older, isFirst, text, refused },
}: Route.ComponentProps) {
  useFollow(analyses.every(({ state }) => isOver(state)))
  const look = `${buttonLook({ variant: 'secondary' })} hover:no-underline`
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">IP analysis</h1>
      <Entry key={text} text={text} refused={refused} />
      <Panel title="Recent analyses" flush={analyses.length > 0}>
        {analyses.length === 0 ? (
          <Empty why={isFirst ? 'No list was analyzed yet.' : 'There are no older ones.'}>
            <p className="text-ink-2">
              Paste addresses or the lines of a log above, for instance all that tried to sign in today: the
              result says which of them were seen scanning, and which were not.
            </p>
          </Empty>
        ) : (
          <Recent analyses={analyses} />
        )}
      </Panel>
      {(older !== null || !isFirst) && (
        <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
          {!isFirst && (
            <Link to="/ip/analysis" className={look}>
              First page
            </Link>
          )}
          {older !== null && (
            <Link to={`?before=${older}`} rel="next" className={look}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
