import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { apply, complete } from '#gnql/complete/complete.ts'
import type { CompletionData } from '#gnql/complete/data.ts'
import type { Item } from '#gnql/complete/item.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { withheldColumns } from '#model/ip-document/groups.ts'
import type { SearchType } from '#model/search-type.ts'
import type { SearchDataset } from '#model/suggestion.ts'
import { useFrame } from '../../../page-frame.tsx'
import { useSaved } from '../../query/use-saved.ts'
import { builtIn, completionData } from '../../suggest/completion-data.ts'
import { useStart } from '../../analysis/use-start.ts'
import { maxTyped, useCutPaste } from '../cut-paste.ts'
import { addressIn, destinationOf } from '../destination.ts'
import { destinationHref } from '../href.ts'
import { mayChoose } from './datasets.tsx'
import { groupsOf, type Row } from './rows.ts'
import { useAnswer } from './use-answer.ts'
import { useRecent } from './use-recent.ts'

/** What the field holds, and where its cursor stands. */
export interface Typed {
  text: string
  cursor: number
}

const atEnd = (text: string): Typed => ({ text, cursor: text.length })

/** Fields that a search begins with, in the order of the query page's facets. */
const usualFields = [
  'classification',
  'last_seen',
  'tags',
  'cve',
  'actor',
  'country',
  'organization',
  'asn',
  'category',
  'port',
  'os',
  'path',
  'ip',
]

/** What did not arrive; searching works without. */
function messageOf({
  hasFailed,
  problem,
  recent,
}: {
  hasFailed: boolean
  problem: string
  recent: string
}): string {
  if (hasFailed) return 'Suggestions did not arrive. Searching works all the same.'
  if (problem !== '') return `Saved queries did not arrive. ${problem}`
  return recent === '' ? '' : `Recent searches did not arrive. ${recent}`
}

/**
 * The state of one search, from opening to leaving.
 * @param query what the page shows now
 * @param early typed behind it while the search was on its way
 */
export function useSearch(query: string, close: () => void, early: string) {
  const navigate = useNavigate()
  const { plan, searchTypes } = useFrame()
  const can = (type: SearchType): boolean => searchTypes.includes(type)
  const [dataset, setDataset] = useState<SearchDataset>('ips')
  const [typed, setTyped] = useState<Typed>(() => atEnd(query + early))
  const [active, setActive] = useState<string | null>(null)
  const [refused, setRefused] = useState(0)
  const recent = useRecent()
  const [data, setData] = useState<CompletionData>(builtIn)
  useEffect(() => void completionData().then(setData), [])
  const { queries: saved, problem, load } = useSaved()
  useEffect(() => void load(), [load])

  const { text, cursor } = typed
  const { lacking } = plan
  const completion = useMemo(() => complete({ text, cursor, data, lacking }), [text, cursor, data, lacking])
  const fields = useMemo(() => {
    const withheld = withheldColumns(lacking)
    return usualFields.flatMap((name) => {
      const field = ipRegistry.find(name)
      return field && !field.columns.some((column) => withheld.has(column.name))
        ? [{ name, title: field.title, description: field.description }]
        : []
    })
  }, [lacking])
  const { answer, isPending, hasFailed } = useAnswer(dataset, text)
  const isUntouched = dataset === 'ips' && text === query && query !== ''
  const groups = groupsOf({
    dataset,
    text,
    isUntouched,
    completion,
    answer,
    isPending,
    can,
    recent: recent.searches,
    saved: saved ?? [],
    fields,
  })
  const rows = groups.flatMap((group) => group.rows)

  const onStarted = (): void => {
    recent.remember({ dataset, text: text.trim() })
    close()
  }
  const start = useStart('ips', onStarted)
  const cveStart = useStart('cves', onStarted)
  const starts = { ips: start, cves: cveStart }
  // Lists take a workspace, which "ips-bulk" says (may-search.ts); "cves-bulk" may be a visitor's.
  const takesLists = can('ips-bulk') && dataset !== 'tags' && can(`${dataset}-bulk`)

  const cut = useCutPaste()
  /** @param ofPaste what was pasted is in it, and was looked at before */
  const type = (next: Typed, ofPaste = false): void => {
    if (!ofPaste) cut.clear()
    start.clear()
    cveStart.clear()
    setTyped(next)
    setActive(null)
    // Only addresses are written like this, whatever was chosen before (specification §2).
    if (dataset !== 'ips' && addressIn(next.text)?.includes('.')) setDataset('ips')
  }
  const leave = (href: string, search: { dataset: SearchDataset; text: string } | null): void => {
    if (search) recent.remember({ dataset: search.dataset, text: search.text })
    close()
    void navigate(href)
  }

  return {
    dataset,
    typed,
    groups,
    rows,
    active,
    refused,
    message: messageOf({ hasFailed, problem, recent: recent.problem }),
    help: dataset === 'ips' && can('ips') ? completion.help : null,
    can,
    /** Whether a list or a file of what is searched can be analyzed. */
    takesLists,
    /** Of the list or file that is on its way. */
    start: dataset === 'cves' ? cveStart : start,
    type,
    setActive,
    moveCursor: (at: number) =>
      setTyped((before) => (before.cursor === at ? before : { ...before, cursor: at })),
    switchTo(next: SearchDataset): void {
      if (next === dataset || !mayChoose(next, can)) return
      setDataset(next)
      type(atEnd(next === 'ips' ? query : ''))
    },
    insert(item: Pick<Item, 'insert' | 'cursor'>): void {
      // Of an item only what is inserted matters here.
      type(apply(text, completion, item as Item))
    },
    choose({ act, label, recent: search, isSaved }: Row, inNewTab: boolean): void {
      if (act.kind === 'insert') return type(apply(text, completion, act.item))
      if (act.kind === 'forget-all') {
        setActive(null)
        return recent.forgetAll()
      }
      if (act.kind === 'analyze') return starts[act.list].sendText(text)
      if (inNewTab) return void window.open(act.href, '_blank', 'noopener')
      if (isSaved) return leave(act.href, null)
      leave(
        act.href,
        search ?? { dataset, text: text.trim() || (act.href.startsWith('/query/') ? label : '') },
      )
    },
    forget({ recent: search }: Row): void {
      if (!search) return
      recent.forget(search)
      setActive(null)
    },
    /** That what was pasted did not fit; "" where it did. */
    cut: cut.said,
    /** More than the field takes is a list; of who may have none analyzed it is cut. @returns whether it was taken */
    paste(pasted: string, field: HTMLTextAreaElement): boolean {
      if (!takesLists || pasted.length <= maxTyped) {
        cut.look(field, pasted)
        return false
      }
      starts[dataset].choose(new File([pasted], 'pasted.txt', { type: 'text/plain' }))
      return true
    },
    submit(): void {
      const destination = destinationOf({ text, dataset, can })
      if (destination.to === 'analysis') return starts[destination.kind].sendText(destination.text)
      const href = destinationHref(destination)
      if (href !== null) return leave(href, { dataset, text: text.trim() })
      if (destination.to === 'refused') setRefused((before) => before + 1)
    },
  }
}

export type SearchState = ReturnType<typeof useSearch>
