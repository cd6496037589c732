import type { KeyboardEvent } from 'react'
import { actOf } from '../../suggest/keys.ts'
import { datasetOfKey } from './datasets.tsx'
import type { SearchState } from './use-search.ts'

/** What a key does in the field. Escape is the dialog's own. */
export function onKey(event: KeyboardEvent, search: SearchState): void {
  const { rows, active, typed } = search
  const dataset = datasetOfKey(event.nativeEvent)
  const place = rows.findIndex(({ id }) => id === active)
  const chosen = rows[place]
  if (dataset !== null) {
    event.preventDefault()
    search.switchTo(dataset)
  } else if (event.key === 'Delete' && event.shiftKey && chosen?.recent) {
    event.preventDefault()
    search.forget(chosen)
  } else if (event.key === 'Tab' && !event.shiftKey) {
    const first = typed.text.trim() === '' ? undefined : rows.find(({ act }) => act.kind === 'insert')
    const completing = chosen?.act.kind === 'insert' ? chosen : chosen ? undefined : first
    if (!completing) return
    event.preventDefault()
    search.choose(completing, false)
  } else if (event.key !== 'Escape' && event.key !== 'Tab' && event.key !== ' ') {
    const act = actOf(event.nativeEvent, {
      open: true,
      count: rows.length,
      active: place,
      typed: true,
      lines: true,
    })
    if (act.kind === 'leave' || act.kind === 'close') return
    event.preventDefault()
    if (act.kind === 'move') search.setActive(rows[act.to]?.id ?? null)
    else if (act.kind === 'submit') search.submit()
    else if (act.kind === 'apply' && rows[act.to])
      search.choose(rows[act.to]!, event.ctrlKey || event.metaKey)
  }
}
