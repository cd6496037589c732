import { useEffect } from 'react'

export interface Pressed {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  isComposing: boolean
}

/** Where somebody is: "content" is the page itself with nothing chosen, or a link or a button of its main part. */
export type Place = 'field' | 'content' | 'elsewhere'

/** Which field a key leads to: `/` the page's own query or filter, Ctrl K and ⌘K the search. */
export function fieldFor({ key, metaKey, ctrlKey, altKey, isComposing }: Pressed, place: Place): string[] {
  if (isComposing || altKey) return []
  const search = ['header [role=search] input', 'main [role=search] input']
  if (key.toLowerCase() === 'k' && metaKey !== ctrlKey) return search
  // A letter alone is a command only in the content, never where people write (WCAG 2.1.4).
  if (key === '/' && !metaKey && !ctrlKey && place === 'content')
    return ['main textarea[name=gnql]', 'main [role=search] input', ...search]
  return []
}

function placeOf(element: Element | null): Place {
  if (element === null || element === document.body) return 'content'
  if (element.closest('input, textarea, select, [contenteditable]')) return 'field'
  return element.closest('main') ? 'content' : 'elsewhere'
}

export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const fields = fieldFor(event, placeOf(document.activeElement))
      const field = fields
        .map((selector) => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector))
        .find((found) => found?.checkVisibility())
      if (!field) return
      event.preventDefault()
      field.focus()
      field.setSelectionRange(field.value.length, field.value.length)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
