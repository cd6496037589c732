import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Of what opens in the place of its button: whoever closes it is back at the button (WCAG 2.4.3). */
export function useInPlace(): {
  isOpen: boolean
  open: () => void
  close: () => void
  /** The button's. */
  opener: RefObject<HTMLButtonElement | null>
} {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return {
    isOpen,
    open: () => setOpen(true),
    close() {
      // The button has to stand there again.
      flushSync(() => setOpen(false))
      opener.current?.focus()
    },
    opener,
  }
}
