import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TagList } from '#model/tag-report.ts'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { type Sort, sorts, type TagFilters, tagsHref } from './filters.ts'
import { categoryLabels } from './category-labels.ts'

/** Filters as links; the chosen one leads back to all. */
export function TagFacets({ list, filters }: { list: TagList; filters: TagFilters }) {
  return (
    <aside aria-label="Filters" className="chrome min-w-0">
      <details className="filters rounded-control border-line max-lg:border max-lg:bg-surface max-lg:px-4 max-lg:py-2">
        <summary className="min-h-6 font-semibold">Filters</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:mt-3 sm:max-lg:grid-cols-2">
          <Group title="Intention">
            {list.intentions.map(({ value, count }) => (
              <Choice
                key={value}
                on={filters.intention === value}
                to={tagsHref(filters, { intention: filters.intention === value ? undefined : value })}
                count={count}
              >
                <ClassIcon of={value === 'unknown' ? 'other' : value} />
                {value === 'unknown' ? 'Other' : classLooks[value].word}
              </Choice>
            ))}
          </Group>
          <Group title="Category">
            {list.categories.map(({ value, count }) => (
              <Choice
                key={value}
                on={filters.category === value}
                to={tagsHref(filters, { category: filters.category === value ? undefined : value })}
                count={count}
              >
                {categoryLabels[value]}
              </Choice>
            ))}
          </Group>
          <Group title="CVE">
            <Choice on={filters.cve} to={tagsHref(filters, { cve: !filters.cve })} count={list.withCves}>
              Has a CVE
            </Choice>
          </Group>
          <Group title="Order">
            {(Object.keys(sorts) as Sort[]).map((sort) => (
              <Choice key={sort} on={filters.sort === sort} to={tagsHref(filters, { sort })}>
                {sorts[sort]}
              </Choice>
            ))}
          </Group>
        </div>
      </details>
    </aside>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-label font-semibold text-ink-3">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Choice({
  on,
  to,
  count,
  children,
}: {
  on: boolean
  to: string
  count?: number
  children: ReactNode
}) {
  return (
    <li>
      <Link
        to={to}
        aria-current={on || undefined}
        className={`flex min-h-6 items-center gap-1.5 text-ink hover:text-ink pointer-coarse:min-h-11 ${on ? 'font-semibold' : ''}`}
      >
        {children}
        {on && count !== undefined && <span className="sr-only">, chosen: shows all again</span>}
        {count !== undefined && <span className="ml-auto pl-2 text-ink-2">{withCommas(count)}</span>}
      </Link>
    </li>
  )
}
