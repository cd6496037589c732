import { Link } from 'react-router'
import type { TrendSort } from '#model/tag-report.ts'
import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { CvesSeen, TagColumn, Today } from '../features/home/columns.tsx'
import { FreshInstallation } from '../features/home/empty-install.tsx'
import { queryHref } from '../query-href.ts'
import { CountsNote } from '../features/tags/counts-note.tsx'
import { popularSearches } from '../features/search/popular.ts'
import { SearchField } from '../features/search/search-field.tsx'
import { useFrame } from '../page-frame.tsx'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/home'

const shownTags = 5

export async function loader({ context }: Route.LoaderArgs) {
  const { home, trends, can } = context.get(services)
  const ranked = (sort: TrendSort) => (can('feature-tag-trends') ? trends({ sort, limit: shownTags }) : null)
  const [numbers, trending, active] = await orRouteError(
    Promise.all([home(), ranked('trending'), ranked('active')]),
  )
  return asText({ home: numbers, trending, active })
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Noisefloor: who is scanning the internet',
    'Look up an address, or ask which addresses scan the internet and why.',
  )

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, trending, active } = dataIn(loaderData)
  const frame = useFrame()
  return (
    <div className="grid gap-8">
      <section aria-labelledby="ask" className="mx-auto grid w-full max-w-[720px] gap-4 pt-4 sm:pt-8">
        <h1 id="ask" className="text-entity font-semibold">
          Who is scanning the internet, and does it matter?
        </h1>
        <div className="grid gap-2">
          <SearchField id="home-search" large />
          {/* No Link: the server knows the address, the router does not. */}
          <a href="/my-address" rel="nofollow" className="inline-flex min-h-6 w-fit items-center text-dense">
            Check my address
          </a>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dense">
          <h2 className="text-ink-2">Popular Searches</h2>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {popularSearches.map((gnql) => (
              <li key={gnql}>
                <Link to={queryHref(gnql)} className="inline-flex min-h-6 items-center font-mono font-normal">
                  {gnql}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {home.empty ? (
        <FreshInstallation loading={frame.status.demo.loading} />
      ) : (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
          <CountsNote behindSeconds={(trending ?? active)?.behindSeconds ?? 0} className="md:col-span-full" />
          <Today home={home} />
          {trending && (
            <TagColumn
              title="Trending tags"
              window="IPs of the last 24 h"
              report={trending}
              empty="No Trending tags found."
            />
          )}
          {active && (
            <TagColumn
              title="Most active"
              window="IPs of the last 24 h"
              report={active}
              empty="No Popular tags found."
            />
          )}
          {home.topCves && <CvesSeen cves={home.topCves} />}
        </div>
      )}
    </div>
  )
}
