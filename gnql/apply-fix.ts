import type { QueryDiagnostic } from './diagnostic.ts'

/** The whole text with a diagnostic fixed in one step, or null where there is no honest way to guess. */
export function applyFix(text: string, { span, suggestion }: QueryDiagnostic): string | null {
  if (suggestion === null) return null
  const fixed = text.slice(0, span.start) + suggestion + text.slice(span.end)
  return fixed === text ? null : fixed
}
