import { type FieldGroup, withheldColumns } from '#model/ip-document/groups.ts'
import { index, type Registry } from '../registry/registry.ts'

/** The fields without those that a plan lacks: a query with one of them is refused, so neither names nor values are offered. */
export function offeredFields(registry: Registry, lacking: readonly FieldGroup[]): Registry {
  if (registry.catalogue !== 'ip' || lacking.length === 0) return registry
  const withheld = withheldColumns(lacking)
  const fields = registry.fields.filter(({ columns }) => !columns.some(({ name }) => withheld.has(name)))
  return { ...registry, ...index(fields) }
}
