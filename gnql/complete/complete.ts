import type { FieldGroup } from '#model/ip-document/groups.ts'
import type { Span } from '../span.ts'
import type { FieldCatalogue } from '../registry/registry.ts'
import { registries } from '../registry/registries.ts'
import { type CompletionData, noData } from './data.ts'
import { type Help, helpOf } from './help.ts'
import { keepsTheRest } from './keep.ts'
import { offeredFields } from './offered.ts'
import { placeOf } from './place.ts'
import { proposals } from './propose.ts'
import type { Item } from './item.ts'

export interface Completion {
  /** What any item replaces. */
  span: Span
  items: Item[]
  /** About the field under the cursor. */
  help: Help | null
}

/** The longest list anybody reads. */
const maxItems = 20
const maxText = 16 * 1024

/**
 * What may be typed at `cursor` (UTF-16 units; outside the text it is brought inside). The same on the server and in
 * the browser. Applied to a valid text, no item makes it invalid at another place; what would is not offered.
 */
export function complete({
  text,
  cursor,
  catalogue = 'ip',
  data = noData,
  lacking = [],
}: {
  text: string
  cursor: number
  catalogue?: FieldCatalogue
  data?: CompletionData
  /** Groups of fields that the plan of whoever types lacks. */
  lacking?: readonly FieldGroup[]
}): Completion {
  const at = Math.max(0, Math.min(Math.trunc(cursor) || 0, text.length))
  if (text.length > maxText) return { span: { start: at, end: at }, items: [], help: null }
  const registry = offeredFields(registries[catalogue], lacking)
  const place = placeOf(text, at, registry)
  const { span, items } = proposals(text, place, registry, data)
  const keeps = keepsTheRest(text, span, catalogue)
  const kept: Item[] = []
  for (const item of items) {
    if (kept.length === maxItems) break
    const changes = item.insert.trimEnd() !== text.slice(span.start, span.end)
    if (changes && keeps(item)) kept.push(item)
  }
  const about = place.run && span.start === place.run.span.start ? place.run.field : place.field
  return { span, items: kept, help: about && helpOf(about, data) }
}

/** The text with an item in its place, and where the cursor goes. */
export function apply(
  text: string,
  { span }: Pick<Completion, 'span'>,
  item: Item,
): { text: string; cursor: number } {
  return {
    text: text.slice(0, span.start) + item.insert + text.slice(span.end),
    cursor: span.start + item.cursor,
  }
}
