import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useAlive } from '../../ui/use-alive.ts'
import type { QueryField } from './suggestions.tsx'

type Drawn = {
  field: QueryField
  before: string
  Suggestions: typeof import('./suggestions.tsx').Suggestions
}

/**
 * Suggestions under a plain field. They need the language's parser and its fields, so they are fetched when somebody
 * first goes there; until then, and without scripts, the field is a field.
 */
export function useSuggestions(): {
  attach: (event: SyntheticEvent<QueryField>) => void
  list: ReactNode
  /** What a field of one line says of itself as soon as scripts run; the list keeps aria-expanded up to date. */
  combobox: {
    role?: 'combobox'
    'aria-expanded'?: false
    'aria-autocomplete'?: 'list'
    'aria-haspopup'?: 'listbox'
  }
} {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const sentFor = useRef<QueryField | null>(null)
  const isAlive = useAlive()
  const attach = ({ currentTarget: field }: SyntheticEvent<QueryField>) => {
    // Sent for once: a later letter must not pass for what stood there before.
    if (sentFor.current === field) return
    sentFor.current = field
    const before = field.value
    import('./suggestions.tsx')
      .then(({ Suggestions }) => setDrawn({ field, before, Suggestions }))
      // Offline or a newer build: the field works without.
      .catch(() => (sentFor.current = null))
  }
  return {
    attach,
    list: drawn && <drawn.Suggestions field={drawn.field} before={drawn.before} />,
    combobox: isAlive
      ? { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' }
      : {},
  }
}
