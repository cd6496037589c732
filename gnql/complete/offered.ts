import { type FieldGroup, withheldColumns } from '#model/ip-document/groups.ts'
import { index, type Registry } from '../registry/registry.ts'

/** The fields without those that a plan lacks: a query with one of them is refused, so neither names nor values are offered. */
export function offeredFields(registry: Registry, lacking: readonly FieldGroup[]): Registry {
  if (registry.catalogue !== 'ip' || lacking.length === 0) return registry
  const key = lacking.join()
  const own = made.get(registry) ?? new Map<string, Registry>()
  made.set(registry, own)
  const known = own.get(key)
  if (known) return known
  const withheld = withheldColumns(lacking)
  const fields = registry.fields.filter(({ columns }) => !columns.some(({ name }) => withheld.has(name)))
  const offered = { ...registry, ...index(fields) }
  own.set(key, offered)
  return offered
}

/** By what is lacking: of which there are as many as plans. */
const made = new WeakMap<Registry, Map<string, Registry>>()
