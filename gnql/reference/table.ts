import type { FieldEntry } from './fields.ts'

const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``

/** The fields of a catalogue as a Markdown table, one row a field. */
export function markdownTable(entries: readonly FieldEntry[]): string {
  const rows = entries.map(({ name, aliases, type, example, description, values }) =>
    [
      code(name),
      aliases.map(code).join(' '),
      type,
      example === null ? '' : code(example),
      values.length > 0 ? `${description} ${values.map(code).join(' ')}` : description,
    ].join(' | '),
  )
  const head = ['Field', 'Also', 'Type', 'Example', 'Meaning'].join(' | ')
  return [`| ${head} |`, '|---|---|---|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n')
}
