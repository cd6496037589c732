import { parse } from '#gnql/parse.ts'
import { plainText } from '#gnql/tree.ts'

/** A value somebody wants to act on. */
export interface Chosen {
  /** GNQL field, "" for an address, which stands in a query by itself. */
  field: string
  value: string
  /** Where the value leads; "" where it leads nowhere. */
  href: string
}

/** The value that a button of value.tsx carries, or that a link of value-link.tsx leads to; null where that is no value. */
export function chosenBy(element: HTMLElement): Chosen | null {
  const { field = '', value } = element.dataset
  if (value === undefined) return chosenByHref(element.getAttribute('href') ?? '')
  const link = element.parentElement?.querySelector('a')
  // Written by value.tsx with JSON.stringify of a string.
  return { field, value: JSON.parse(value) as string, href: link?.getAttribute('href') ?? '' }
}

/** As value-href.ts writes it. */
export function chosenByHref(href: string): Chosen | null {
  const [, kind, segment = ''] = /^\/(ip|cves|query)\/([^/?#]+)$/.exec(href) ?? []
  if (kind === undefined) return null
  const text = decodeURIComponent(segment)
  if (kind === 'ip') return { field: '', value: text, href }
  if (kind === 'cves') return { field: 'cve', value: text, href }
  const { tree } = parse(text)
  if (tree.kind !== 'term' || tree.value.kind !== 'words') return null
  const [field, words] = [plainText(tree.field), tree.value.words.map(plainText)]
  return field === null || words.includes(null) ? null : { field, value: words.join(' '), href }
}
