import type { places } from './shortcuts.ts'

export interface KeyRow {
  /** As shown. */
  keys: readonly string[]
  /** One after the other; else any of them. */
  isSequence?: boolean
  about: string
}

const placeNames: Readonly<Record<keyof typeof places, string>> = {
  h: 'the start page',
  q: 'today’s query',
  t: 'tags',
  r: 'trends',
  c: 'CVEs',
  a: 'the analysis of lists',
  s: 'sensors',
  u: 'your account',
}

/** All keys, as `?` shows them: a file of its own, sent for when somebody asks. */
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
  ...Object.entries(placeNames).map(([key, name]) => ({
    keys: ['g', key],
    isSequence: true,
    about: `Go to ${name}`,
  })),
  { keys: ['Esc'], about: 'Close what lies on top' },
  { keys: ['?'], about: 'Show these keys' },
]
