import type { Span } from '../span.ts'
import { isSpace } from '../quoting.ts'
import type { FieldCatalogue } from '../registry/registry.ts'
import { analyze } from '../analyze.ts'
import type { Item } from './item.ts'

const errorsOf = (text: string, catalogue: FieldCatalogue): Span[] =>
  analyze(text, { catalogue, now: 0, windowDays: 0 })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ span }) => span)

const parts = /"(?:[^"\\]|\\.)+"|[\p{L}\p{N}_./@+-]+/gsu

/**
 * Items of one form are read the same with what stands beside them, so that one is tried for all: words and texts in quotes, whatever
 * they say. Which field it is counts where something follows that could become its value; closing marks are themselves, and NOT is no OR.
 */
const formOf = ({ kind, insert, label }: Item, isLast: boolean): string =>
  kind === 'value' || (isLast && kind !== 'close' && label !== 'NOT')
    ? `${kind} ${insert.replaceAll(parts, (part) => (part.startsWith('"') ? '""' : 'x'))}`
    : insert

/** Whether putting a text in place of the span leaves what stands elsewhere understood, where it was before. */
export function keepsTheRest(
  text: string,
  { start, end }: Span,
  catalogue: FieldCatalogue,
): (item: Item) => boolean {
  let wasValid: boolean | null = null
  const known = new Map<string, boolean>()
  const isLast = text.slice(end).trim() === ''
  return (item) => {
    wasValid ??= errorsOf(text, catalogue).length === 0
    if (!wasValid) return true
    const form = formOf(item, isLast)
    const found = known.get(form) ?? keeps(item.insert)
    known.set(form, found)
    return found
  }

  function keeps(insert: string): boolean {
    const after = text.slice(0, start) + insert + text.slice(end)
    let from = start
    while (from > 0 && isSpace(after.charAt(from - 1))) from--
    let to = start + insert.length
    while (to < after.length && isSpace(after.charAt(to))) to++
    return errorsOf(after, catalogue).every((error) => error.end >= from && error.start <= to)
  }
}
