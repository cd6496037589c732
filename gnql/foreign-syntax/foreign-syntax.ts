import type { Diagnostics } from '../diagnostic.ts'
import { limits } from '../limits.ts'
import type { Registry } from '../registry/registry.ts'
import { addresses } from './addresses.ts'
import { comparisons } from './comparisons.ts'
import type { PatternMatch } from './pattern.ts'
import { masked } from './pattern.ts'
import { unsupported } from './unsupported.ts'
import { lists } from './lists.ts'
import { negation } from './negation.ts'
import { ranges } from './ranges.ts'
import { singleQuotes, typography } from './typography.ts'

/** The first that speaks about a place is the one that is heard there. */
export const patterns = [
  ...typography,
  ...lists,
  ...ranges,
  ...comparisons,
  ...negation,
  ...unsupported,
  ...addresses,
  ...singleQuotes,
]

/**
 * Says what people bring along from KQL, Lucene, SPL, SQL and word processors: `port > 1024`, `country IN ("A", "B")`,
 * “such quotes”. It changes no meaning; it only speaks before the parser, which would stumble over a part of it and
 * teach nothing.
 */
export function reportForeignSyntax(source: string, registry: Registry, diagnostics: Diagnostics): void {
  if (source.length > limits.bytes) return
  const text = masked(source)
  const taken: { start: number; end: number }[] = []
  for (const { pattern, needs, read } of patterns) {
    if (!needs.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (taken.some((other) => span.start < other.end && other.start < span.end)) continue
      const group = (name: string): string => {
        const at = match.indices?.groups?.[name]
        return at ? source.slice(...at) : ''
      }
      const known = registry.find(group('field'))
      const found: PatternMatch = {
        text: source.slice(span.start, span.end),
        group,
        field: known && known.columns.length > 0 ? known : null,
      }
      const remark = read(found, registry)
      if (!remark) continue
      taken.push(span)
      diagnostics.say(span, remark.severity, { ...remark, found: found.text })
    }
  }
}
