import { Link } from 'react-router'
import type { SuggestionGroup } from '#model/suggestion.ts'
import { suggestionLimits } from '#model/suggestion.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Services } from '#services/services.ts'
import { countText, kindTitles } from './kinds.ts'
import { suggestionHref } from './href.ts'

/** Words without a field: what a person calls something, rather than a condition. */
const words = /^[^:()<>[\]{}]+$/

/** What is known by the words of a query that found no address. */
export async function knownByName(
  { suggest }: Pick<Services, 'suggest'>,
  { query, total }: { query: string; total: number },
): Promise<readonly SuggestionGroup[]> {
  if (total > 0 || query.length > suggestionLimits.text || !words.test(query)) return []
  const { groups } = await suggest({ text: query, dataset: 'ips' })
  return groups
}

export function KnownByName({ query, groups }: { query: string; groups: readonly SuggestionGroup[] }) {
  if (groups.length === 0) return null
  return (
    <Panel title="Known by this name">
      <p className="text-ink-2">
        No address is named <InertText text={query} limit={200} />. This is what goes by these words:
      </p>
      <dl className="mt-2 grid gap-x-5 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {groups.map(({ kind, items }) => (
          <div key={kind} className="contents">
            <dt className="text-ink-2">{kindTitles[kind]}</dt>
            <dd>
              <ul className="grid gap-1">
                {items.map((item) => (
                  <li key={item.value} className="flex flex-wrap items-baseline gap-x-3">
                    <Link to={suggestionHref(item)} className="inline-flex min-h-6 items-center">
                      <InertText text={item.label} limit={120} mono={kind !== 'tag' && kind !== 'actor'} />
                    </Link>
                    <span className="text-label text-ink-2">
                      {[countText(item.count), item.detail].filter(Boolean).join(', ')}
                    </span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
