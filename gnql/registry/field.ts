import type { ValueSource } from '#model/ip-document/column.ts'
import type { Column } from '../predicate.ts'

/** How values of a field are read. */
export type FieldType = 'text' | 'number' | 'boolean' | 'time' | 'ip' | 'list'

/** Where the editor takes values from. Closed sets are listed; the rest is asked of the server. */
export type OptionSource = ValueSource

/** One field of a catalogue: everything any part of the language needs to know about it. */
export interface Field {
  /** Canonical name, as it is printed. */
  name: string
  aliases: readonly string[]
  title: string
  type: FieldType
  /** The first holds the values; a text matches when it matches any of them. Empty: known, but not recorded here. */
  columns: readonly Column[]
  /** Values hold spaces, so that unquoted words after the first belong to them. */
  phrase: boolean
  /** The text that stands for "none"; it does not count as present. */
  absent: string | null
  /** Put before a value of digits only: AS numbers. */
  valuePrefix: string | null
  options: OptionSource
  description: string
  /** A whole query that runs. */
  example: string
  tips: readonly string[]
  entitlement: string | null
}

export const booleans = ['true', 'false'] as const
export const timeRange = ['today', '1d', '1w', '10d'] as const

const optionsOf: Readonly<Record<FieldType, OptionSource>> = {
  boolean: { kind: 'listed', values: booleans },
  time: { kind: 'listed', values: timeRange },
  text: { kind: 'none' },
  number: { kind: 'none' },
  ip: { kind: 'none' },
  list: { kind: 'lists' },
}

const typeOf = (column: Column): FieldType => {
  switch (column.shape) {
    case 'number':
    case 'number-list':
    case 'pair-number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'time':
      return 'time'
    case 'ip':
      return 'ip'
    case 'text':
    case 'text-list':
    case 'pair-text':
      return 'text'
  }
}

type Optional = Partial<Omit<Field, 'name' | 'title' | 'description' | 'example'>>

/** A field with the usual answers filled in; `value` completes the example. */
export function field(
  name: string,
  column: string,
  shape: Column['shape'],
  title: string,
  description: string,
  value: string,
  rest: Optional = {},
): Field {
  const columns: Column[] = column === '' ? [] : [{ name: column, shape }]
  const type = typeOf({ name: column, shape })
  return {
    name,
    aliases: [],
    title,
    type,
    columns,
    phrase: false,
    absent: null,
    valuePrefix: null,
    options: optionsOf[type],
    description,
    example: `${name}:${value}`,
    tips: [],
    entitlement: null,
    ...rest,
  }
}
