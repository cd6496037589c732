import type { Kind } from '../exploits.ts'
import { type MarkedKind, hasMarkers, payloadMarkers } from '../payload-markers.ts'

/** In the order in which they are thought of: what says much first, single signs last. */
const order: readonly MarkedKind[] = [
  'entity',
  'object',
  'code',
  'sql',
  'traversal',
  'command',
  'script',
  'address',
  'upload',
]

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const expressions = new Map<MarkedKind, RegExp>(
  [...order, 'quote' as const].map((kind) => [
    kind,
    new RegExp(payloadMarkers[kind].map((mark) => mark.split('*').map(literal).join('.*')).join('|'), 's'),
  ]),
)

/** Whether a rule of this kind would find its mark in the value. */
export const shows = (kind: MarkedKind, value: string): boolean =>
  expressions.get(kind)?.test(value.toLowerCase()) ?? false

/** What a title says the flaw is. */
export const kindOfTitle = (title: string): Kind | null => {
  const text = title.toLowerCase()
  if (/sql/.test(text)) return 'sql'
  if (/xss|cross-site scripting|html injection/.test(text)) return 'script'
  if (/xxe|xml external/.test(text)) return 'entity'
  if (/deseriali/.test(text)) return 'object'
  if (/template injection|ssti|ognl|expression|code injection/.test(text)) return 'code'
  if (/travers|file (inclusion|read|disclosure|download|access)|lfi/.test(text)) return 'traversal'
  if (/ssrf|request forgery|redirect|remote file|rfi/.test(text)) return 'address'
  if (/upload/.test(text)) return 'upload'
  if (/command|rce|code exec|injection/.test(text)) return 'command'
  return null
}

/**
 * The kind of a value by the marks in it; what the title says goes first. A name of a file or a single quote says
 * nothing by itself: only the title makes an upload or a quote of it.
 */
export const kindOf = (value: string, title = ''): MarkedKind | null => {
  const said = kindOfTitle(title)
  if (said && hasMarkers(said) && shows(said, value)) return said
  if (said === 'sql' && shows('quote', value)) return 'quote'
  return order.find((kind) => kind !== 'upload' && shows(kind, value)) ?? null
}
