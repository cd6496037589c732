import type { Field } from './field.ts'

/**
 * The name of a field as people type it: "country" and not "metadata.source_country". Its last part where that is a name of
 * the field, or what that ends with; else what stands behind "metadata." and "raw_data.".
 */
export function shortName({ name, aliases }: Pick<Field, 'name' | 'aliases'>): string {
  if (!name.includes('.')) return name
  const last = name.slice(name.lastIndexOf('.') + 1)
  const names = aliases.filter((alias) => alias === last || last.endsWith(`_${alias}`))
  return names.reduce(
    (shortest, alias) => (alias.length < shortest.length ? alias : shortest),
    names[0] ?? name.replace(/^(?:metadata|raw_data)\./, ''),
  )
}
