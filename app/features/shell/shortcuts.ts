import type { MenuKey } from '../../ui/menu.tsx'

export interface Pressed {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
}

/** Where somebody is: "content" is the page itself with nothing chosen, or a link or a button of its main part. */
export type Place = 'field' | 'content' | 'elsewhere'

/** Which field a key leads to: `/` the page's own query or filter, Ctrl K and ⌘K the search. */
export function fieldFor(
  { key, metaKey, ctrlKey, altKey, isComposing }: Omit<Pressed, 'shiftKey'>,
  place: Place,
): string[] {
  if (isComposing || altKey) return []
  // The header's own field stands there where the search itself did not arrive.
  const search = ['header [data-search]', 'header [role=search] input', 'main [role=search] input']
  if (key.toLowerCase() === 'k' && metaKey !== ctrlKey) return search
  // A letter alone is a command only in the content, never where people write (WCAG 2.1.4).
  if (key === '/' && !metaKey && !ctrlKey && place === 'content')
    return ['main textarea[name=gnql]', 'main [role=search] input', ...search]
  return []
}

/** What a key alone does in the content of a page; where its target is not, it is the browser's. */
export type Command =
  | { kind: 'go'; to: string }
  /** To another row; by an arrow only from a row, for elsewhere arrows scroll. */
  | { kind: 'row'; step: 1 | -1; byArrow: boolean }
  | { kind: 'preview'; opens: boolean }
  /** With a range: all rows since the last that was selected. */
  | { kind: 'select'; isRange: boolean; bySpace: boolean }
  | { kind: 'tab' }
  | { kind: 'menu'; shortcut: MenuKey }
  /** The opened row beside this one, or the page beside this one. */
  | { kind: 'beside'; step: 1 | -1 }
  | { kind: 'keys' }

export interface KeyRow {
  /** As shown. */
  keys: readonly string[]
  /** One after the other; else any of them. */
  inTurn?: boolean
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
  { keys: ['j', '↓'], about: 'Next row' },
  { keys: ['k', '↑'], about: 'Previous row' },
  { keys: ['Enter'], about: 'Open the row' },
  { keys: ['o'], about: 'Open it in a new tab' },
  { keys: ['→'], about: 'Preview the row' },
  { keys: ['←'], about: 'Close the preview' },
  { keys: ['Space', 'x'], about: 'Select the row' },
  { keys: ['Shift Space'], about: 'Select all rows since the last one' },
  { keys: ['.'], about: 'Menu of the value' },
  { keys: ['+'], about: 'In that menu: add to the query' },
  { keys: ['-'], about: 'In that menu: exclude' },
  { keys: ['c'], about: 'In that menu: copy' },
  { keys: ['d'], about: 'In that menu: copy defanged' },
  { keys: ['e'], about: 'Export' },
  { keys: ['s'], about: 'Saved queries, and save this one' },
  { keys: ['['], about: 'Previous preview, or previous page' },
  { keys: [']'], about: 'Next preview, or next page' },
  ...places.map(({ key, about }) => ({ keys: ['g', key], inTurn: true, about })),
  { keys: ['Esc'], about: 'Close what lies on top' },
  { keys: ['?'], about: 'Show these keys' },
]

const single: Readonly<Record<string, Command>> = {
  j: { kind: 'row', step: 1, byArrow: false },
  k: { kind: 'row', step: -1, byArrow: false },
  ArrowDown: { kind: 'row', step: 1, byArrow: true },
  ArrowUp: { kind: 'row', step: -1, byArrow: true },
  ArrowRight: { kind: 'preview', opens: true },
  ArrowLeft: { kind: 'preview', opens: false },
  o: { kind: 'tab' },
  x: { kind: 'select', isRange: false, bySpace: false },
  ' ': { kind: 'select', isRange: false, bySpace: true },
  e: { kind: 'menu', shortcut: 'e' },
  s: { kind: 'menu', shortcut: 's' },
  '[': { kind: 'beside', step: -1 },
  ']': { kind: 'beside', step: 1 },
  '?': { kind: 'keys' },
}

/** @param before the key before this one, where it was pressed a moment ago */
export function commandFor(
  { key, metaKey, ctrlKey, altKey, shiftKey, isComposing }: Pressed,
  { place, before }: { place: Place; before: string | null },
): Command | null {
  if (isComposing || altKey || metaKey || ctrlKey || place !== 'content') return null
  if (before === 'g') {
    const found = places.find((one) => one.key === key)
    return found ? { kind: 'go', to: found.to } : null
  }
  // With Shift, arrows select text.
  if (shiftKey && key.startsWith('Arrow')) return null
  const command = Object.hasOwn(single, key) ? single[key] : undefined
  return command?.kind === 'select' ? { ...command, isRange: shiftKey } : (command ?? null)
}
