import { data, Form, Link, useSubmit } from 'react-router'
import { intentions, tagCategories } from '#model/tag.ts'
import type { TrendReport } from '#model/tag-report.ts'
import { asText, dataIn } from '../as-text.ts'
import { services } from '../context.ts'
import { categoryLabels } from '../features/tags/category-labels.ts'
import { CountsNote } from '../features/tags/counts-note.tsx'
import { readTrendFilters, trendsHref, views } from '../features/tags/trend-filters.ts'
import { TrendTable } from '../features/tags/trend-table.tsx'
import { ownOf } from '../own-of.ts'
import { orRouteError } from '../route-error.ts'
import { Button } from '../ui/button.tsx'
import { classLooks } from '../ui/class-icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import { useFieldOfAddress } from '../ui/use-field-of-address.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/trends'
import { Select } from '../ui/select.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const filters = readTrendFilters(params.view, url.searchParams)
  if (!filters) throw data({ message: `Page not found: ${url.pathname}`, code: 'not-found' }, { status: 404 })
  const { view, intention, category } = filters
  const report = await orRouteError(
    context.get(services).trends({ sort: view, intention, categories: category && [category] }),
  )
  return asText({ filters, report })
}

/** What a tab of the browser says. */
const titles: Record<TrendReport['sort'], string> = {
  trending: 'Trending tags',
  active: 'Active tags',
  anomalies: 'Anomalies of tags',
}

export const meta: Route.MetaFunction = ({ params }) =>
  pageTexts(
    `${ownOf(titles, params.view) ?? 'Trends'} · Noisefloor`,
    'What more addresses do than they used to, by a published method.',
  )

export default function Trends({ loaderData }: Route.ComponentProps) {
  const { filters, report } = dataIn(loaderData)
  const submit = useSubmit()
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Trends</h1>
      <nav aria-label="Views of trends" className="chrome flex gap-4 border-b border-line-strong">
        {(Object.keys(views) as (keyof typeof views)[]).map((view) => (
          <Link
            key={view}
            to={trendsHref(filters, { view })}
            aria-current={view === filters.view ? 'page' : undefined}
            className={`-mb-px inline-flex min-h-9 items-center border-b-2 px-1 ${view === filters.view ? 'border-accent font-semibold text-ink' : 'border-transparent text-ink-2'}`}
          >
            {views[view]}
          </Link>
        ))}
      </nav>
      <Form
        onChange={(event) => void submit(event.currentTarget)}
        className="chrome flex flex-wrap items-end gap-3"
        aria-label="Filter"
      >
        <Choice name="intention" label="Intention" value={filters.intention}>
          {intentions.map((value) => [value, value === 'unknown' ? 'Other' : classLooks[value].word])}
        </Choice>
        <Choice name="category" label="Category" value={filters.category}>
          {tagCategories.map((value) => [value, categoryLabels[value]])}
        </Choice>
        <Button type="submit" variant="secondary" size="lg">
          Filter
        </Button>
      </Form>
      <CountsNote behindSeconds={report.behindSeconds} />
      {report.rows.length === 0 ? (
        <Empty why={nothing(report)}>
          {report.sort !== 'active' && <Link to={trendsHref(filters, { view: 'active' })}>Active tags</Link>}
        </Empty>
      ) : (
        <Panel
          title={views[filters.view]}
          from={{ window: 'IPs per UTC day', source: 'own sensors and captures' }}
          flush
        >
          <TrendTable report={report} />
        </Panel>
      )}
      <p className="max-w-[90ch] text-dense text-ink-2">{notes[report.sort]}</p>
    </div>
  )
}

const nothing = ({ sort, young }: TrendReport): string => {
  if (sort === 'active') return 'No Popular tags found.'
  if (young)
    return 'No Trending tags found. This record is too young to compare a day with the same weekday before.'
  return sort === 'trending' ? 'No Trending tags found.' : 'No unusual activity.'
}

const notes: Record<TrendReport['sort'], string> = {
  trending:
    'Method trend/1: different addresses a day on two recent days against the median of the same weekdays of the four weeks before; a tag trends at twice its usual level, with at least 20 addresses a day. Today counts when it already lifts the level.',
  active: 'Distinct addresses, last 24 hours.',
  anomalies:
    'Method anomaly/1: yesterday, or today so far, against the median of the same weekday in the 28 days before, in units of how much the days of the tag differ anyway; from 6 units on.',
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: string
  label: string
  value: string | undefined
  children: [value: string, word: string][]
}) {
  const field = useFieldOfAddress<HTMLSelectElement>(value ?? '')
  return (
    <label className="grid gap-1 text-label text-ink-2">
      {label}
      <Select
        ref={field}
        name={name}
        defaultValue={value ?? ''}
        className="min-w-36"
        options={[
          { label: 'All', value: '' },
          ...children.map(([option, word]) => ({ label: word, value: option })),
        ]}
      />
    </label>
  )
}
