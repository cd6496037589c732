import { useSearchParams } from 'react-router'
import { fieldFilter } from '#gnql/filters.ts'
import type { Classification } from '#model/tag.ts'
import { classifications } from '#model/tag.ts'
import { Pieces } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import { withCommas } from '../../ui/numbers.ts'
import { useQueryPlace } from '../query/place.ts'
import { isProse } from '../value/prose.ts'

/** What a field's values are in the answer, the most frequent first. */
export interface ShownFacet {
  /** The field's name as it is typed, and its other names. */
  name: string
  aliases: readonly string[]
  /** Whether the words behind its first are of the value. */
  phrase: boolean
  title: string
  /** An address has several values of it: one more narrows the answer, where of others one more widens it. */
  many: boolean
  /** How many there are at most to show. */
  count: number
  /** What an opened facet's values were looked through for. */
  find: string
  values: { value: string; count: number }[]
}

export const shownAtOnce = 5

const isClass = (value: string): value is Classification => classifications.some((name) => name === value)

/** Steps of a twentieth: a bar is a class of the stylesheet and no element. */
export const shareOf = (count: number, high: number): string =>
  `share-${Math.max(1, Math.round((20 * count) / high))}`

export function Values({ facet, query, isOpen }: { facet: ShownFacet; query: string; isOpen: boolean }) {
  const [params] = useSearchParams()
  const { hrefOf } = useQueryPlace()
  const { name, many, values: all } = facet
  const filter = fieldFilter(query, facet)
  const high = Math.max(...all.map(({ count }) => count), 1)
  const values = isOpen ? all : all.slice(0, shownAtOnce)
  const lookOf = (value: string) =>
    name === 'classification' && isClass(value) ? `shape ${value}` : isProse(name) ? undefined : 'mono'
  return (
    <ul>
      {values.map(({ value, count }) => {
        const state = filter.stateOf(value)
        const text = visible(value.slice(0, 60))
        return (
          <li
            key={value}
            className={state === 'included' ? `on ${shareOf(count, high)}` : shareOf(count, high)}
          >
            <a
              href={hrefOf(many ? filter.toggleBesides(value) : filter.toggle(value), params)}
              dir="ltr"
              className={lookOf(value)}
              {...(state === 'included' && { 'aria-current': true })}
              {...(value.length > 20 && { title: visible(value.slice(0, 4000)) })}
            >
              <Pieces text={value} limit={60} />
            </a>
            <b>{withCommas(count)}</b>
            <a
              href={hrefOf(filter.toggleExcluded(value), params)}
              aria-label={`Exclude ${text}`}
              title="Exclude"
            >
              −
            </a>
          </li>
        )
      })}
    </ul>
  )
}
