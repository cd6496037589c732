import type { Column } from '#gnql/predicate.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import type { Ctx } from '../context.ts'

/** The column that holds the values of a field (registry name); every field that is counted has one. */
export function facetColumn(name: string): Column {
  const [column] = fieldOf(registries.ip, name).columns
  if (!column) throw new Error(`Nothing records the field "${name}"`)
  return column
}

/** A value as people know it: tags by name, and by slug once the catalogue has forgotten them. */
export const shownAs = ({ tags }: Pick<Ctx, 'tags'>, field: string, value: string): string =>
  field === 'tags' ? (tags.get(value)?.name ?? value) : value

/** Transports without ports (ICMP) count as port 0, which nobody scanned: it is no value to choose, as it is none of a row. */
export const isChoice =
  (field: string) =>
  ({ value }: { value: string }): boolean =>
    field !== 'raw_data.scan.port' || value !== '0'
