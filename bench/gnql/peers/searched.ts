import type { Column } from '#gnql/predicate.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { facetFields } from '#services/ip/query-report.ts'

/** Every column a query may ask about, once. */
export const searchedColumns: readonly Column[] = [
  ...new Map(
    registries.ip.fields.flatMap(({ columns }) => columns).map((column) => [column.name, column]),
  ).values(),
]

/** The column behind each facet of the page; tags by slug, which the page shows by name. */
export const facetColumns: readonly Column[] = facetFields.map((name) => {
  const [column] = fieldOf(registries.ip, name).columns
  if (!column) throw new Error(`Nothing records the field "${name}"`)
  return column
})

export const isFacet = ({ name }: Column): boolean => facetColumns.some((facet) => facet.name === name)

const lists: ReadonlySet<Column['shape']> = new Set(['text-list', 'number-list', 'pair-text', 'pair-number'])
export const isList = ({ shape }: Column): boolean => lists.has(shape)
export const isText = ({ shape }: Column): boolean =>
  shape === 'text' || shape === 'text-list' || shape === 'pair-text'
