import type { Field } from './field.ts'

/** Which fields a word without a field is looked for in. */
export interface BareFields {
  address: readonly Field[]
  cve: readonly Field[]
  asn: readonly Field[]
  classification: readonly Field[]
  names: readonly Field[]
  /** The field a lone port number is suggested for. */
  port: Field | null
}

/** A catalogue: the fields of one kind of record. */
export interface Registry {
  catalogue: FieldCatalogue
  fields: readonly Field[]
  /** By name or alias, in any case; null when there is none. */
  find(name: string): Field | null
  /** Every spelling, for "did you mean". */
  names: readonly string[]
  bare: BareFields
  /** The field of the default window, and the names that switch it off when they appear. */
  window: { field: Field; satisfiedBy: ReadonlySet<Field> } | null
  /** What the word `interesting` stands for; null where it has no meaning. */
  interesting: string | null
}

export const fieldCatalogues = ['ip', 'session'] as const
export type FieldCatalogue = (typeof fieldCatalogues)[number]

/** Paths inside v3 responses are accepted as they stand there. */
const wirePrefix = 'internet_scanner_intelligence.'

export function index(fields: readonly Field[]): Pick<Registry, 'fields' | 'find' | 'names'> {
  const byName = new Map<string, Field>()
  for (const field of fields)
    for (const name of [field.name, ...field.aliases]) {
      const key = name.toLowerCase()
      if (byName.has(key)) throw new Error(`Two fields are called ${key}`)
      byName.set(key, field)
    }
  return {
    fields,
    names: [...byName.keys()],
    find(name) {
      const key = name.toLowerCase()
      return byName.get(key.startsWith(wirePrefix) ? key.slice(wirePrefix.length) : key) ?? null
    },
  }
}

/** A field that must be there because the catalogue itself lists it. */
export function fieldOf(found: Pick<Registry, 'find'>, name: string): Field {
  const field = found.find(name)
  if (!field) throw new Error(`No field is called ${name}`)
  return field
}
