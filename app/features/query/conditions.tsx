import { useSearchParams } from 'react-router'
import { filtersOf } from '#gnql/filters.ts'
import { Pieces } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import { useQueryPlace } from './place.ts'

/** More conditions than a line or two can show stand in the editor alone. */
const most = 12

/** The conditions of a query as chips: one link turns a condition round, another takes it away. */
export function Conditions({ query, adjusted }: { query: string; adjusted: string }) {
  const [params] = useSearchParams()
  const { hrefOf } = useQueryPlace()
  const filters = filtersOf(query)
  const isOne = filters.length < 2
  if (isOne && adjusted === '') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {!isOne && (
        <ul aria-label="Conditions" className="chips chrome">
          {filters.slice(0, most).map(({ text, excludes, without, turned }, at) => (
            // Two conditions may be written alike.
            <li key={`${at} ${text}`} className={excludes ? 'excludes' : undefined}>
              <a
                href={hrefOf(turned, params)}
                dir="ltr"
                aria-label={`${visible(text.slice(0, 200))}: ${excludes ? 'include' : 'exclude'} instead`}
                title={excludes ? 'Include instead' : 'Exclude instead'}
              >
                {excludes && '− '}
                <Pieces text={text} limit={60} />
              </a>
              <a
                href={hrefOf(without, params)}
                aria-label={`Remove ${visible(text.slice(0, 200))}`}
                title="Remove"
              >
                ×
              </a>
            </li>
          ))}
        </ul>
      )}
      {adjusted !== '' && (
        <p className="text-dense text-ink-3">
          Query as run:{' '}
          <a href={hrefOf(adjusted, params)} dir="ltr" className="mono">
            <Pieces text={adjusted} limit={1000} />
          </a>
        </p>
      )}
    </div>
  )
}
