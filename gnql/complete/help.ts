import type { Field } from '../registry/field.ts'
import { type CompletionData, optionsOf } from './data.ts'
import { valueText } from './write.ts'

/** What a person wants to know while giving a field its value. */
export interface Help {
  field: string
  title: string
  description: string
  type: Field['type']
  /** A whole query that runs. */
  example: string
  /** Values ready to insert. */
  shortcuts: string[]
  tips: string[]
}

export const maxShortcuts = 5
export const maxTips = 4

const general: Readonly<Record<Field['type'], readonly string[]>> = {
  text: ['* stands for any text and ? for one character.', 'Values with spaces need quotes.'],
  number: ['Compare with >, >=, < and <=, or with [from TO to].', 'Several at once: 22,2222'],
  time: [
    'A day (YYYY-MM-DD), today, or a number of days, weeks or months (d, w, m).',
    'After a day: >2026-11-01',
  ],
  boolean: [],
  ip: ['Addresses, CIDR blocks and lists: 198.18.0.0/16,198.19.0.1'],
  list: [],
}

/** A field's own tips may already speak of quotes. */
const saysMore =
  ({ phrase, tips }: Field) =>
  (tip: string): boolean =>
    !tip.includes('quotes') || (phrase && !tips.some((own) => own.includes('quotes')))

/** Of a list only its own name runs. */
const samplesOf = ({ type, example }: Field): string[] =>
  type === 'list' ? [] : [...new Set([example.slice(example.indexOf(':') + 1), '*'])]

export function helpOf(field: Field, data: CompletionData): Help {
  const options = optionsOf(field, data).list.slice(0, maxShortcuts)
  const shortcuts = options.length > 0 ? options.map(({ value }) => valueText(value)) : samplesOf(field)
  return {
    field: field.name,
    title: field.title,
    description: field.description,
    type: field.type,
    example: field.example,
    shortcuts,
    tips: [
      ...field.tips,
      ...general[field.type].filter(saysMore(field)),
      `Exclude with a minus: -${field.name}:…`,
    ].slice(0, maxTips),
  }
}
