import { ownOf } from '../../own-of.ts'
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

/** Where `g` and another key lead. */
export const places = {
  h: '/',
  q: '/query',
  t: '/tags',
  r: '/trends',
  c: '/cves',
  a: '/ip/analysis',
  s: '/sensors',
  u: '/account',
} as const

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
    const to = ownOf(places, key)
    return to === undefined ? null : { kind: 'go', to }
  }
  // With Shift, arrows select text.
  if (shiftKey && key.startsWith('Arrow')) return null
  const command = ownOf(single, key)
  return command?.kind === 'select' ? { ...command, isRange: shiftKey } : (command ?? null)
}
