import { Link } from 'react-router'
import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { CountsNote } from '../features/tags/counts-note.tsx'
import { TagFacets } from '../features/tags/facets.tsx'
import { readFilters, tagsHref } from '../features/tags/filters.ts'
import { TagSearch } from '../features/tags/search-box.tsx'
import { TagTable } from '../features/tags/tag-table.tsx'
import { orRouteError } from '../route-error.ts'
import { buttonLook } from '../ui/button.tsx'
import { counted } from '../ui/numbers.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/tags'

export async function loader({ context, url }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams)
  const { category, cve, ...rest } = filters
  const list = await orRouteError(
    context.get(services).listTags({ ...rest, hasCve: cve, categories: category && [category] }),
  )
  return asText({ filters: { ...filters, page: list.page }, list })
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Tags · Noisefloor', 'What addresses were seen doing: every tag, its rule, and who carries it.')

export default function Tags({ loaderData }: Route.ComponentProps) {
  const { filters, list } = dataIn(loaderData)
  const { page, pages, total } = list
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Tags</h1>
      <TagSearch filters={filters} />
      <div className="grid items-start gap-5 lg:grid-cols-[232px_minmax(0,1fr)]">
        <TagFacets list={list} filters={filters} />
        <div className="grid min-w-0 gap-4">
          <p className="text-lead" aria-live="polite">
            <strong className="font-semibold">{counted(total, 'tag')}</strong>
          </p>
          <CountsNote behindSeconds={list.behindSeconds} />
          {total === 0 ? (
            <Empty why="No matching Tags found.">
              <Link to="/tags">View all results</Link>
            </Empty>
          ) : (
            <Panel
              title="Tags"
              from={{
                window: 'IPs of the last 24 hours and per UTC day',
                source: 'own sensors and captures',
              }}
              flush
            >
              <TagTable tags={list.tags} days={list.days} filters={filters} />
            </Panel>
          )}
          {pages > 1 && (
            <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
              {page > 1 && (
                <Link
                  to={tagsHref(filters, { page: page - 1 })}
                  rel="prev"
                  className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
                >
                  Previous page
                </Link>
              )}
              <span className="text-ink-2">
                Page {page} of {pages}
              </span>
              {page < pages && (
                <Link
                  to={tagsHref(filters, { page: page + 1 })}
                  rel="next"
                  className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
                >
                  Next page
                </Link>
              )}
            </nav>
          )}
        </div>
      </div>
    </div>
  )
}
