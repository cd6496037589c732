import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { type Command, commandFor, fieldFor, type Place } from './shortcuts.ts'

/** Milliseconds within which a second key belongs to the `g` before it. */
const sequenceMs = 1500

function placeOf(element: Element | null): Place {
  if (element === null || element === document.body) return 'content'
  if (element.matches('input[type=checkbox], input[type=radio]') && element.closest('main table'))
    return 'content'
  if (element.closest('input, textarea, select, [contenteditable]')) return 'field'
  if (element.closest('dialog, [role=listbox]')) return 'elsewhere'
  return element.closest('main') ? 'content' : 'elsewhere'
}

/** Listens to keys on every page. @param showKeys shows which there are */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate()
  const { keys } = useFrame().settings
  useEffect(() => {
    let before: { key: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const place = placeOf(document.activeElement)
      const recent = before && event.timeStamp - before.at < sequenceMs ? before.key : null
      before = { key: event.key, at: event.timeStamp }
      if (focusField(fieldFor(event, keys === 'on' ? place : 'field'))) return event.preventDefault()
      const command = keys === 'on' ? commandFor(event, { place, before: recent }) : null
      if (command === null) return
      event.preventDefault()
      before = null
      run(command, (to) => void navigate(to), showKeys)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, keys, showKeys])
}

/** Goes to the first of them that shows; whether there is one. */
function focusField(selectors: readonly string[]): boolean {
  const field = selectors
    .map((selector) =>
      document.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLButtonElement>(selector),
    )
    .find((found) => found?.checkVisibility())
  // The search opens by its button.
  if (field instanceof HTMLButtonElement) field.click()
  else {
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }
  return field !== undefined && field !== null
}

function run(command: Command, go: (to: string) => void, showKeys: () => void): void {
  if (command.kind === 'go') go(command.to)
  else if (command.kind === 'keys') showKeys()
  else if (command.kind === 'row') focusRow(command.step)
  else if (command.kind === 'select')
    currentRow()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else openExport()
}

const currentRow = (): Element | null => document.activeElement?.closest('main tbody tr') ?? null

/** Moves the focus to what a row leads to; the browser's own Enter opens it. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')].filter(
    (row) => row.checkVisibility() && row.querySelector('a[href]') !== null,
  )
  const at = rows.findIndex((row) => row === currentRow())
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  next?.querySelector<HTMLAnchorElement>('a[href]')?.focus()
}

function openExport(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details[data-export]')
  if (!menu) return
  menu.open = true
  menu.querySelector<HTMLElement>('summary')?.focus()
}
