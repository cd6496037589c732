export interface Pressed {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  isComposing: boolean
}

/** Where somebody is: "content" is the page itself with nothing chosen, or a link or a button of its main part. */
export type Place = 'field' | 'content' | 'elsewhere'

/** Which field a key leads to: `/` the page's own query or filter, Ctrl K and ⌘K the search. */
export function fieldFor({ key, metaKey, ctrlKey, altKey, isComposing }: Pressed, place: Place): string[] {
  if (isComposing || altKey) return []
  // The header's own field stands there where the search itself did not arrive.
  const search = ['header [data-search]', 'header [role=search] input', 'main [role=search] input']
  if (key.toLowerCase() === 'k' && metaKey !== ctrlKey) return search
  // A letter alone is a command only in the content, never where people write (WCAG 2.1.4).
  if (key === '/' && !metaKey && !ctrlKey && place === 'content')
    return ['main textarea[name=gnql]', 'main [role=search] input', ...search]
  return []
}

/** What a key alone does in the content of a page. */
export type Command =
  | { kind: 'go'; to: string }
  | { kind: 'row'; step: 1 | -1 }
  | { kind: 'select' }
  | { kind: 'export' }
  | { kind: 'keys' }

export interface KeyRow {
  /** As shown: keys one after the other. */
  keys: readonly string[]
  about: string
}

const places: readonly { key: string; to: string; about: string }[] = [
  { key: 'h', to: '/', about: 'Go to the start page' },
  { key: 'q', to: '/query', about: 'Go to today’s query' },
  { key: 't', to: '/tags', about: 'Go to tags' },
  { key: 'r', to: '/trends', about: 'Go to trends' },
  { key: 'c', to: '/cves', about: 'Go to CVEs' },
  { key: 'a', to: '/ip/analysis', about: 'Go to the analysis of lists' },
  { key: 's', to: '/sensors', about: 'Go to sensors' },
  { key: 'u', to: '/account', about: 'Go to your account' },
]

/** All keys, as `?` shows them. */
export const keyRows: readonly KeyRow[] = [
  { keys: ['/'], about: 'Go to the query, or to the filter of the page' },
  { keys: ['Ctrl K', '⌘ K'], about: 'Search' },
  { keys: ['j'], about: 'Next row' },
  { keys: ['k'], about: 'Previous row' },
  { keys: ['Enter'], about: 'Open the row' },
  { keys: ['x'], about: 'Select the row' },
  { keys: ['e'], about: 'Export' },
  ...places.map(({ key, about }) => ({ keys: ['g', key], about })),
  { keys: ['?'], about: 'Show these keys' },
]

/** @param before the key before this one, where it was pressed a moment ago */
export function commandFor(
  { key, metaKey, ctrlKey, altKey, isComposing }: Pressed,
  { place, before }: { place: Place; before: string | null },
): Command | null {
  if (isComposing || altKey || metaKey || ctrlKey || place !== 'content') return null
  if (before === 'g') {
    const found = places.find((one) => one.key === key)
    return found ? { kind: 'go', to: found.to } : null
  }
  if (key === 'j' || key === 'k') return { kind: 'row', step: key === 'j' ? 1 : -1 }
  if (key === 'x') return { kind: 'select' }
  if (key === 'e') return { kind: 'export' }
  return key === '?' ? { kind: 'keys' } : null
}
