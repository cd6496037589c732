import type { Command } from './shortcuts.ts'

/** What keys do with the rows of a page's tables. Each says whether there was something to do. */

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

const currentRow = (): Element | null => document.activeElement?.closest('main tbody tr') ?? null

/** What a row leads to. */
const linkOf = (row: Element | null | undefined): HTMLAnchorElement | null =>
  row?.querySelector<HTMLAnchorElement>('a[href]') ?? null

const boxOf = (row: Element | null): HTMLInputElement | null =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? null

/** Moves the focus to what a row leads to; the browser's own Enter opens it. */
export function moveRow({ step, byArrow }: Of<'row'>): boolean {
  const current = currentRow()
  // Among radios arrows are the browser's.
  if (byArrow && (current === null || document.activeElement?.matches('input[type=radio]'))) return false
  const rows = [...document.querySelectorAll('main tbody tr')].filter(
    (row) => row.checkVisibility() && linkOf(row) !== null,
  )
  const at = rows.findIndex((row) => row === current)
  const next = linkOf(rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step])
  next?.focus()
  return next !== null
}

/** Selects the row, or all since the last; where Space presses what has the focus, it is the browser's. */
export function selectRow({ isRange, bySpace }: Of<'select'>): boolean {
  if (bySpace && document.activeElement?.matches('button, summary, input')) return false
  const box = boxOf(currentRow())
  // Not click(): whoever listens reads from the event whether it is a range.
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: isRange }))
  return box !== null
}

/** Opens the link that has the focus, or what the row leads to, in a new tab. */
export function openTab(): boolean {
  const focused = document.activeElement?.closest<HTMLAnchorElement>('main a[href]')
  const link = focused ?? linkOf(currentRow())
  if (!link) return false
  window.open(link.href, '_blank', 'noopener')
  return true
}

const openers = 'main tbody a.opener'

/** Opens or closes the preview of the row. */
export function preview(opens: boolean): boolean {
  const opener = currentRow()?.querySelector<HTMLElement>(openers)
  if (!opener || (opener.ariaExpanded === 'true') === opens) return false
  opener.click()
  return true
}

/** Opens the preview beside the open one; without one, the page beside this one. */
export function moveBeside(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(openers)]
  const open = rows.findIndex(({ ariaExpanded }) => ariaExpanded === 'true')
  const target =
    open === -1
      ? document.querySelector<HTMLElement>(`main a[rel=${step === 1 ? 'next' : 'prev'}]`)
      : rows[open + step]
  if (!target) return false
  if (open !== -1) linkOf(target.closest('tr'))?.focus()
  target.click()
  return true
}
