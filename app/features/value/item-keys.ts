import { type KeyboardEvent, useState } from 'react'
import { openTypeAhead } from '../../ui/type-ahead.ts'

/** Arrows move through the items, the key of an item presses it, and other letters lead to the item that begins with them. */
export function useItemKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const [typeAhead] = useState(openTypeAhead)
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const pressed = typeAhead.isInWord(event)
      ? undefined
      : items.find((item) => item.getAttribute('aria-keyshortcuts') === event.key)
    if (pressed) {
      event.preventDefault()
      return pressed.click()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const labels = items.map(({ textContent }) => textContent.trim())
    const to = step === 0 ? typeAhead.lead(event, labels, at) : (at + step + items.length) % items.length
    if (to === null) return
    event.preventDefault()
    items[to]?.focus()
  }
}
