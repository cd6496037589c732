import { useSearchParams } from 'react-router'
import { type PageState, stateHref, type View, views } from './page-state.ts'

const names: Readonly<Record<View, string>> = { list: 'List', stats: 'Stats', map: 'Map' }

/** The three ways to look at one answer, each with an address of its own. */
export function Views({ view: now }: Pick<PageState, 'view'>) {
  const [params] = useSearchParams()
  return (
    <nav aria-label="Views" className="views chrome">
      {views.map((view) => (
        <a
          key={view}
          href={stateHref(params, {
            view: view === 'list' ? null : view,
            after: null,
            row: null,
            edit: null,
          })}
          aria-current={view === now ? 'page' : undefined}
        >
          {names[view]}
        </a>
      ))}
    </nav>
  )
}
