import { withCommas } from '#model/numbers.ts'
import type { Completion } from '#gnql/complete/complete.ts'
import type { Item } from '#gnql/complete/item.ts'
import type { Field } from '#gnql/registry/field.ts'
import type { AnalysisKind } from '#model/analysis.ts'
import type { SavedQuery } from '#model/account/saved-query.ts'
import type { SearchType } from '#model/search-type.ts'
import type { SearchDataset, Suggestion, Suggestions } from '#model/suggestion.ts'
import { queryHref, todaysQuery } from '../../../query-href.ts'
import { addressesAmong, destinationOf } from '../destination.ts'
import { destinationHref, suggestionHref } from '../href.ts'
import { kindTitles } from '../kinds.ts'
import { popularSearches } from '../popular.ts'
import type { KeptSearch } from './use-recent.ts'

/** A field as people call it. */
export interface UsualField extends Pick<Field, 'title' | 'description'> {
  name: string
}

/** One line that can be chosen. */
export interface Row {
  /** The same as long as it says the same: the chosen row stays chosen when others come. */
  id: string
  label: string
  detail: string
  matches: Suggestion['matches']
  count: number | null
  isMono: boolean
  act:
    | { kind: 'open'; href: string }
    | { kind: 'insert'; item: Item }
    | { kind: 'analyze'; list: AnalysisKind }
    | { kind: 'forget-all' }
  /** What is forgotten with it. */
  recent?: KeptSearch
  /** It is kept already: choosing it makes it no recent search. */
  isSaved?: boolean
}

export interface RowGroup {
  title: string
  rows: readonly Row[]
  /** What stands there in place of rows. */
  empty?: string
}

export interface Shown {
  dataset: SearchDataset
  text: string
  /** It is the query of the page, as it stood when the search was opened. */
  isUntouched: boolean
  completion: Completion
  /** What the server said last. */
  answer: Suggestions
  /** It was asked for something newer. */
  isPending: boolean
  can: (type: SearchType) => boolean
  recent: readonly KeptSearch[]
  /** Newest first. */
  saved: readonly SavedQuery[]
  /** Fields that somebody may search by, the usual ones first. */
  fields: readonly UsualField[]
}

const loading = 'Loading...'
const maxJumps = 4
/** Addresses of a text that are counted. */
const maxCounted = 300
const maxCompletions = 8
const maxSaved = 8

const open = (id: string, label: string, href: string, more: Partial<Row> = {}): Row => ({
  id: `${id} ${label}`,
  label,
  detail: '',
  matches: [],
  count: null,
  isMono: true,
  act: { kind: 'open', href },
  ...more,
})

const suggested =
  (id: string, isMono: boolean) =>
  (item: Suggestion): Row =>
    open(id, item.label, suggestionHref(item), {
      id: `${id} ${item.page} ${item.value}`,
      detail: item.detail,
      matches: item.matches,
      count: item.count,
      isMono,
    })

/** The groups of a dataset in the order and under the headings of the specification (§2, "Suggestions"). */
export function groupsOf(shown: Shown): RowGroup[] {
  const groups = { ips: ipGroups, cves: cveGroups, tags: tagGroups }[shown.dataset](shown)
  return groups.filter(({ rows, empty }) => rows.length > 0 || empty !== undefined)
}

function ipGroups(shown: Shown): RowGroup[] {
  const { text, isUntouched, can } = shown
  const language = can('ips') ? completions(shown) : []
  if (text.trim() === '' || isUntouched) {
    const fields = text.trim() === '' && can('ips') ? shown.fields.map(fieldRow) : []
    const popular = can('ips') ? popularSearches : []
    return [
      ...(isUntouched ? language : []),
      { title: 'Jump to', rows: can('ips') ? [today] : [] },
      recentGroup(shown),
      { title: 'Saved', rows: shown.saved.slice(0, maxSaved).map(savedRow) },
      { title: 'Search Ips by', rows: fields },
      { title: 'Popular Searches', rows: popular.map((gnql) => open('popular', gnql, queryHref(gnql))) },
    ]
  }
  return [
    { title: 'Jump to', rows: jumps(text, can) },
    ...language,
    ...shown.answer.groups.map(({ kind, items }) => ({
      title: kindTitles[kind],
      rows: items.map(suggested(kind, kind !== 'tag' && kind !== 'actor' && kind !== 'organization')),
    })),
    { title: 'Saved', rows: shown.saved.filter(isCalled(text)).slice(0, maxSaved).map(savedRow) },
  ]
}

/** Whether a saved query has the words in its name; its text is what the language completes. */
const isCalled =
  (text: string) =>
  ({ name }: SavedQuery): boolean =>
    name.toLowerCase().includes(text.trim().toLowerCase())

const savedRow = ({ name, gnql, view }: SavedQuery): Row =>
  open('saved', name || gnql, queryHref(gnql) + view, {
    id: `saved ${gnql}`,
    detail: name === '' ? '' : gnql,
    isMono: name === '',
    isSaved: true,
  })

const today = open('today', "View today's IPs", queryHref(todaysQuery), { isMono: false })

function jumps(text: string, can: Shown['can']): Row[] {
  const destination = destinationOf({ text, can })
  const href = destinationHref(destination)
  if (destination.to === 'cve' && href !== null) return [open('jump', destination.cve, href)]
  const ips = addressesAmong(text, maxCounted)
  const pages = ips.slice(0, maxJumps).map((ip) => open('jump', ip, `/ip/${encodeURIComponent(ip)}`))
  return ips.length > 1 && can('ips-bulk') ? [analysis(ips.length), ...pages] : pages
}

/** What was typed as a list. */
const analysis = (count: number): Row => ({
  ...open('analyze', 'IP Analysis', '', { isMono: false }),
  id: 'analyze',
  detail: `Analyze ${count < maxCounted ? count : `${maxCounted} or more`} addresses`,
  act: { kind: 'analyze', list: 'ips' },
})

/** Alone, words mean what the server knows by them: names are proposed only as a value of a field. */
function completions({ completion }: Shown): RowGroup[] {
  const { items, help } = completion
  const isOf = (kinds: readonly Item['kind'][]) => (item: Item) => kinds.includes(item.kind)
  const rows = (kinds: readonly Item['kind'][]) =>
    items.filter(isOf(kinds)).slice(0, maxCompletions).map(insertRow)
  const title = help?.title ?? 'Values'
  return [
    { title: 'Search Ips by', rows: rows(['field']) },
    { title, rows: rows(['value']) },
    { title: 'Continue with', rows: rows(['operator', 'close']) },
  ]
}

const insertRow = (item: Item): Row => ({
  id: `insert ${item.kind} ${item.label}`,
  label: item.label,
  detail: item.detail,
  matches: [],
  count: null,
  isMono: true,
  act: { kind: 'insert', item },
})

const fieldRow = ({ name, description }: UsualField): Row => {
  const insert = `${name}:`
  return insertRow({
    kind: 'field',
    label: name,
    detail: description,
    insert,
    cursor: insert.length,
    field: name,
  })
}

function recentGroup({ recent, can, dataset }: Shown): RowGroup {
  const rows = recent
    .filter((search) => search.dataset === dataset)
    .flatMap((search) => {
      const href = destinationHref(destinationOf({ ...search, can }))
      return href === null ? [] : [open('recent', search.text, href, { recent: search })]
    })
  return { title: 'Recent', rows: rows.length === 0 ? [] : [...rows, forgetAll] }
}

/** Of all datasets. */
const forgetAll: Row = {
  ...open('forget', 'Forget all recent searches', '', { isMono: false }),
  act: { kind: 'forget-all' },
}

function cveGroups(shown: Shown): RowGroup[] {
  const { text, answer, isPending, can } = shown
  const of = (title: string, items: readonly Suggestion[] | undefined, none: string): RowGroup => {
    const rows = (items ?? []).map(suggested('cve', true))
    return { title, rows, ...(rows.length === 0 && { empty: isPending ? loading : none }) }
  }
  const popular = of('Popular CVEs', answer.trending, 'No Popular CVEs found.')
  if (text.trim() === '') return [recentGroup(shown), popular]
  const matching = of(
    'Matching CVEs',
    answer.groups.find(({ kind }) => kind === 'cve')?.items,
    'No matching CVEs found.',
  )
  const whole = destinationOf({ text, dataset: 'cves', can })
  const jump =
    whole.to === 'cve'
      ? [open('jump', whole.cve, `/cves/${whole.cve}`)]
      : whole.to === 'analysis'
        ? [manyCves]
        : []
  return [{ title: 'Jump to', rows: jump }, matching, ...(matching.rows.length === 0 ? [popular] : [])]
}

/** What was typed as a list. */
const manyCves: Row = {
  ...open('analyze', 'Multi CVE Lookup', '', { isMono: false }),
  id: 'analyze',
  detail: 'Analyze these CVEs',
  act: { kind: 'analyze', list: 'cves' },
}

function tagGroups(shown: Shown): RowGroup[] {
  const { text, answer, isPending } = shown
  const of = (title: string, items: readonly Suggestion[], none: string): RowGroup => {
    const rows = items.map(suggested(title, false))
    return { title, rows, ...(rows.length === 0 && { empty: isPending ? loading : none }) }
  }
  const frequent = [
    of('Trending tags', answer.trending, 'No Trending tags found.'),
    of('Popular tags', answer.popular, 'No Popular tags found.'),
  ]
  if (text.trim() === '') return [recentGroup(shown), ...frequent]
  const found = answer.groups.find(({ kind }) => kind === 'tag')
  const total = found?.total ?? 0
  const title = found ? `${withCommas(total)} ${total === 1 ? 'tag' : 'tags'}` : 'Matching tags'
  const matching = of(title, found?.items ?? [], 'No matching Tags found.')
  if (matching.rows.length === 0) return [matching, ...frequent]
  const href = `/tags?${new URLSearchParams({ search: text.trim() })}`
  return [{ ...matching, rows: [...matching.rows, open('all', 'View all results', href, { isMono: false })] }]
}
