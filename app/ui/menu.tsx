import { type ReactNode, useEffect, useRef } from 'react'

/** Milliseconds: a click outside hides it after the first; within the second another such click does not open it (specification §9). */
const hideDelayMs = 100
const preventShowMs = 300

/** Keys that open a menu from the content of a page (features/shell/shortcuts.ts). */
export type MenuKey = 'e' | 's'

/**
 * A button with what it opens below it. Opens and closes without scripts; with them Escape and a click elsewhere close it,
 * and Escape gives the focus back.
 */
export function Menu({
  label,
  look,
  side = 'right',
  className = '',
  shortcut,
  onOpen,
  children,
}: {
  label: ReactNode
  /** Classes of the button. */
  look: string
  /** With which of its edges it stands under the button. */
  side?: 'left' | 'right'
  className?: string
  /** The key that opens it. */
  shortcut?: MenuKey
  onOpen?: () => void
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const menu = details.current
    if (!menu) return
    let closedAt = -Infinity
    const onPointer = (event: PointerEvent) => {
      if (!menu.open || !(event.target instanceof Node) || menu.contains(event.target)) return
      closedAt = performance.now()
      setTimeout(() => (menu.open = false), hideDelayMs)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    const onClick = (event: MouseEvent) => {
      if (performance.now() - closedAt < preventShowMs) event.preventDefault()
    }
    const summary = menu.querySelector('summary')
    document.addEventListener('pointerdown', onPointer)
    menu.addEventListener('keydown', onKey)
    summary?.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      menu.removeEventListener('keydown', onKey)
      summary?.removeEventListener('click', onClick)
    }
  }, [])
  return (
    <details
      ref={details}
      data-shortcut={shortcut}
      // On a phone it is as wide as the page, wherever its button stands.
      className="chrome sm:relative"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary
        className={`list-none ${look}`}
        {...(shortcut && { 'aria-keyshortcuts': shortcut, title: `Key: ${shortcut}` })}
      >
        {label}
      </summary>
      <div
        className={`absolute z-20 mt-1 max-sm:inset-x-5 sm:top-full sm:w-max sm:max-w-88 rounded-control border border-line-strong bg-surface p-2 shadow-(--layer-shadow) ${side === 'right' ? 'sm:right-0' : 'sm:left-0'} ${className}`}
      >
        {children}
      </div>
    </details>
  )
}

/** A line of a menu: a link or a button. */
export const menuLine =
  'flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left text-ink hover:bg-hover hover:text-ink hover:no-underline'
