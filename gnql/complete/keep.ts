import type { Span } from '../span.ts'
import { isSpace } from '../quoting.ts'
import type { FieldCatalogue } from '../registry/registry.ts'
import { analyze } from '../analyze.ts'

const errorsOf = (text: string, catalogue: FieldCatalogue): Span[] =>
  analyze(text, { catalogue, now: 0, windowDays: 0 })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ span }) => span)

/** Whether putting a text in place of the span leaves what stands elsewhere understood, where it was before. */
export function keepsTheRest(
  text: string,
  { start, end }: Span,
  catalogue: FieldCatalogue,
): (insert: string) => boolean {
  let wasValid: boolean | null = null
  return (insert) => {
    wasValid ??= errorsOf(text, catalogue).length === 0
    if (!wasValid) return true
    const after = text.slice(0, start) + insert + text.slice(end)
    let from = start
    while (from > 0 && isSpace(after.charAt(from - 1))) from--
    let to = start + insert.length
    while (to < after.length && isSpace(after.charAt(to))) to++
    return errorsOf(after, catalogue).every((error) => error.end >= from && error.start <= to)
  }
}
