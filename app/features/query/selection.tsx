import { type RefObject, useEffect, useState } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { counted } from '../../ui/numbers.ts'
import { defang } from '../value/defang.ts'
import { otherQueryHref } from './page-state.ts'
import type { ResultRow } from './row.ts'

const boxesIn = (table: HTMLElement | null): HTMLInputElement[] => [
  ...(table?.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]') ?? []),
]

const chosenIn = (boxes: HTMLInputElement[]): string[] =>
  boxes.filter(({ checked }) => checked).map(({ value }) => value)

/**
 * What can be done with the rows that are selected. The boxes of the table are the truth: they are read when one changes, so that a
 * page of rows is not drawn anew for each. With Shift all between two are set.
 */
export function SelectionBar({
  table,
  rows,
  params,
  fileHref,
}: {
  table: RefObject<HTMLElement | null>
  /** Those of the table. */
  rows: readonly ResultRow[]
  params: URLSearchParams
  /** Of the file of so many rows that a query finds. */
  fileHref: (query: string, format: 'csv' | 'json', total: number) => string
}) {
  const { mayExport } = useFrame()
  const [chosen, setChosen] = useState<string[]>([])
  const [before, setBefore] = useState(rows)
  // Of another page or query only what still stands in the table stays selected.
  if (rows !== before) {
    setBefore(rows)
    setChosen(chosen.filter((ip) => rows.some((row) => row.ip === ip)))
  }
  useEffect(() => {
    const all = table.current?.querySelector<HTMLInputElement>('thead input[type=checkbox]')
    if (all?.checked) all.checked = chosenIn(boxesIn(table.current)).length === rows.length
  }, [table, rows])
  useEffect(() => {
    const region = table.current
    if (!region) return
    let last: HTMLInputElement | null = null
    let isRange = false
    const onClick = (event: MouseEvent | KeyboardEvent) => (isRange = event.shiftKey)
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      const boxes = boxesIn(region)
      if (target.closest('thead')) for (const box of boxes) box.checked = target.checked
      else if (isRange && last?.isConnected) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(target)].sort((a, b) => a - b)
        for (const box of boxes.slice(from, (to ?? 0) + 1)) box.checked = target.checked
      }
      last = target.closest('tbody') ? target : null
      setChosen(chosenIn(boxes))
    }
    region.addEventListener('click', onClick)
    region.addEventListener('keydown', onClick)
    region.addEventListener('change', onChange)
    return () => {
      region.removeEventListener('click', onClick)
      region.removeEventListener('keydown', onClick)
      region.removeEventListener('change', onChange)
    }
  }, [table])

  const clear = () => {
    for (const box of table.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
      box.checked = false
    setChosen([])
  }
  const copy = (text: string) =>
    void copyText(text, `Copied ${counted(chosen.length, 'address', 'addresses')}`)
  const query = `ip:${chosen.join(',')}`
  const look = `${buttonLook({ variant: 'secondary', size: 'sm' })} hover:no-underline`
  return (
    <div role="region" aria-label="Selected rows" className="chrome selection-bar">
      <p aria-live="polite">{chosen.length > 0 && `${counted(chosen.length, 'row', 'rows')} selected`}</p>
      {chosen.length > 0 && (
        <>
          <Button variant="secondary" size="sm" onClick={() => copy(chosen.join('\n'))}>
            Copy
          </Button>
          <Button variant="secondary" size="sm" onClick={() => copy(chosen.map(defang).join('\n'))}>
            Copy defanged
          </Button>
          {mayExport &&
            (['csv', 'json'] as const).map((format) => (
              <a key={format} href={fileHref(query, format, chosen.length)} className={look}>
                Export {format.toUpperCase()}
              </a>
            ))}
          <a href={otherQueryHref(query, params)} className={look}>
            Query these
          </a>
          <Button variant="quiet" size="sm" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
