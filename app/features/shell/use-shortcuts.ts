import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import type { MenuKey } from '../../ui/menu.tsx'
import { moveBeside, moveRow, openTab, preview, selectRow } from './row-keys.ts'
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
      if (command === null || !run(command, (to) => void navigate(to), showKeys)) return
      event.preventDefault()
      before = null
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

/** Whether there was something to do. */
function run(command: Command, go: (to: string) => void, showKeys: () => void): boolean {
  switch (command.kind) {
    case 'go':
      go(command.to)
      return true
    case 'keys':
      showKeys()
      return true
    case 'row':
      return moveRow(command)
    case 'preview':
      return preview(command.opens)
    case 'select':
      return selectRow(command)
    case 'tab':
      return openTab()
    case 'beside':
      return moveBeside(command.step)
    case 'menu':
      return openMenu(command.shortcut)
  }
}

/** Opens the menu of a key and goes to the first act in it; to its button where it has none. */
function openMenu(shortcut: MenuKey): boolean {
  const menu = document.querySelector<HTMLDetailsElement>(`main details[data-shortcut=${shortcut}]`)
  if (!menu?.checkVisibility()) return false
  menu.open = true
  const act = menu.querySelector<HTMLElement>('button:enabled') ?? menu.querySelector<HTMLElement>('summary')
  act?.focus()
  return true
}
