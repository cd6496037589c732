import { term } from '#gnql/term.ts'
import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { activityDays, TagActivityPanel } from '../features/tags/activity.tsx'
import { TagFacets, Latest } from '../features/tags/tag-facets.tsx'
import { TagFacts, TagHead } from '../features/tags/head.tsx'
import { useReachInUtcDays } from '../reach.ts'
import { orRouteError } from '../route-error.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/tag'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const asked = Number(url.searchParams.get('days') ?? activityDays[0])
  const days = Number.isInteger(asked) && asked >= 1 && asked <= 90 ? asked : activityDays[0]
  const report = await orRouteError(context.get(services).tagReport({ tag: params.slug, days }))
  return asText({ report, days })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Noisefloor' }]
  const { tag } = dataIn(loaderData).report
  return pageTexts(`${tag.name} · Noisefloor`, tag.description)
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { report, days } = dataIn(loaderData)
  const { tag, activity, facets, latest } = report
  const reach = useReachInUtcDays()
  return (
    <div className="grid gap-5">
      <TagHead tag={tag} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          {latest.length > 0 ? (
            <>
              <TagActivityPanel activity={activity} asked={days} />
              <Latest latest={latest} query={term('tags', tag.name)} />
            </>
          ) : (
            <Panel title="Activity">
              <Empty why={`No address had this tag in the ${reach}.`} />
            </Panel>
          )}
        </div>
        <div className="grid min-w-0 items-start gap-4 md:max-xl:grid-cols-2">
          <TagFacts tag={tag} />
          {latest.length > 0 && <TagFacets facets={facets} />}
        </div>
      </div>
    </div>
  )
}
