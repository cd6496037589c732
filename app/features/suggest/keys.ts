/** What a key does to the list: pure, so that the whole pattern can be read and tested in one place. */
export type Act =
  | { kind: 'open' | 'close' | 'submit' | 'leave' }
  | { kind: 'move'; to: number }
  | { kind: 'apply'; to: number }

export interface ListState {
  open: boolean
  count: number
  /** -1: none is chosen. */
  active: number
  /** The list was opened by typing: then Tab completes with the first. */
  typed: boolean
  /** A field of several lines, where arrows move the caret and Enter would break the line. */
  lines: boolean
}

export interface Key {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  isComposing: boolean
}

export function actOf({ key, shiftKey, altKey, ctrlKey, isComposing }: Key, list: ListState): Act {
  const { open, count, active, typed, lines } = list
  if (isComposing) return { kind: 'leave' }
  const usable = open && count > 0
  switch (key) {
    case 'ArrowDown':
      if (usable) return { kind: 'move', to: active + 1 >= count ? 0 : active + 1 }
      return lines && !altKey ? { kind: 'leave' } : { kind: 'open' }
    case 'ArrowUp':
      if (altKey) return { kind: open ? 'close' : 'leave' }
      return usable ? { kind: 'move', to: active <= 0 ? count - 1 : active - 1 } : { kind: 'leave' }
    case ' ':
      return ctrlKey ? { kind: 'open' } : { kind: 'leave' }
    case 'Enter':
      if (usable && active >= 0) return { kind: 'apply', to: active }
      return lines && !shiftKey ? { kind: 'submit' } : { kind: 'leave' }
    case 'Tab':
      if (!usable || shiftKey || (active < 0 && !typed)) return { kind: 'leave' }
      return { kind: 'apply', to: Math.max(active, 0) }
    case 'Escape':
      return open ? { kind: 'close' } : { kind: 'leave' }
    default:
      return { kind: 'leave' }
  }
}
