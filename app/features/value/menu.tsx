import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFrame } from '../../page-frame.tsx'
import { copyText } from '../../ui/copy.ts'
import { toast } from '../../ui/toasts.tsx'
import { visible } from '../../ui/visible-text.ts'
import { offerButton } from './value-button.ts'

/**
 * One menu for the whole page: the buttons of value.tsx carry the field and value, those of value-button.ts stand behind a link
 * of theirs, and this opens beside them. The items need the language's parser, so they are fetched when somebody first asks for
 * them.
 */
export function ValueMenu() {
  const popover = useRef<HTMLDivElement>(null)
  const [items, setItems] = useState<ReactNode>(null)
  const { keys } = useFrame().settings

  useEffect(() => {
    const close = () => popover.current?.hidePopover()
    const copy = (text: string) => {
      close()
      void copyText(text, `Copied ${visible(text.slice(0, 80))}`)
    }
    const open = async (element: HTMLElement, button: HTMLElement) => {
      const { activeElement } = document
      const parts = Promise.all([import('./items.tsx'), import('./chosen.ts')])
      const [drawn, read] = await parts.catch(() => [] as const)
      if (!drawn || !read) return toast('This menu could not be loaded')
      // Who has gone on meanwhile, to a field or another page, is not called back.
      if (!element.isConnected || ![activeElement, document.body].includes(document.activeElement)) return
      const chosen = read.chosenBy(element)
      if (!chosen) return
      // Drawn before it is placed: its size and first item are needed at once.
      flushSync(() => setItems(<drawn.Items chosen={chosen} close={close} copy={copy} />))
      if (popover.current) placeBeside(popover.current, button)
    }
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button[data-value]') : null
      if (button instanceof HTMLElement) void open(button, button)
    }
    document.addEventListener('click', onClick)
    const takeBack = offerButton((link, button) => void open(link, button), keys === 'on')
    return () => {
      document.removeEventListener('click', onClick)
      takeBack()
    }
  }, [keys])

  return (
    <>
      <div
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label="Act on value"
        className="m-0 min-w-48 rounded-control border border-line-strong bg-surface p-1 text-ink shadow-layer"
      >
        {items}
      </div>
    </>
  )
}

/** Under the button, kept inside the window. Setting `style` from a script is not what the CSP forbids. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover({ source: button })
  const place = button.getBoundingClientRect()
  const size = menu.getBoundingClientRect()
  const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8))
  const below = place.bottom + 4
  const top = below + size.height > innerHeight - 8 ? Math.max(8, place.top - size.height - 4) : below
  menu.style.inset = `${top}px auto auto ${left}px`
  menu.querySelector<HTMLElement>('a, button')?.focus()
}
