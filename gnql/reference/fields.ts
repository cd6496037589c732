import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'

/** One field as the reference shows it. */
export interface FieldEntry {
  name: string
  aliases: string[]
  title: string
  type: Field['type']
  description: string
  /** Values from a closed set. */
  values: string[]
  /** A query that runs; null where the field is known but nothing records it. */
  example: string | null
}

export const fieldEntries = ({ fields }: Registry): FieldEntry[] =>
  fields.map(({ name, aliases, title, type, description, example, columns, options }) => ({
    name,
    aliases: [...aliases],
    title,
    type,
    description:
      columns.length > 0 ? description : 'Known to users of other servers; not recorded by this one.',
    values: options.kind === 'listed' ? [...options.values] : [],
    example: columns.length > 0 ? example : null,
  }))
