import type { FieldEntry } from '#gnql/reference/fields.ts'
import type { Chapter } from '#gnql/reference/operators.ts'

const holds = (words: readonly string[], texts: readonly (string | null)[]): boolean => {
  const all = texts.join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}

/** Entries that hold every word of the filter, in any case; the same on the server and while typing. */
export function filteredSheet(
  { chapters, fields }: { chapters: readonly Chapter[]; fields: readonly FieldEntry[] },
  filter: string,
): { chapters: Chapter[]; fields: FieldEntry[] } {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 20)
  return {
    chapters: chapters
      .map(({ title, usages }) => ({
        title,
        usages: usages.filter((usage) => holds(words, [title, ...Object.values<string>({ ...usage })])),
      }))
      .filter(({ usages }) => usages.length > 0),
    fields: fields.filter(({ name, aliases, title, type, description, values, example }) =>
      holds(words, [name, ...aliases, title, type, description, ...values, example]),
    ),
  }
}
