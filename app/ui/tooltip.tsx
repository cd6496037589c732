import { type ReactNode, useEffect, useId, useRef } from 'react'

/** Milliseconds of pointing before it shows, and pixels below what it explains (specification §9). */
const showDelayMs = 200
const distance = 8
/** Milliseconds in which a pointer comes from what it explains to the text. */
const hideDelayMs = 100

/**
 * A short text about what it wraps, below it, or above where the window ends. Shown by pointing and by focus; it stays while it is pointed at itself, and Escape ends it
 * (WCAG 1.4.13).
 */
export function Tooltip({
  text,
  children,
}: {
  text: string
  /** @param id what the element must name as `aria-describedby` */
  children: (id: string) => ReactNode
}) {
  const id = useId()
  const about = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(): void {
    const [at, shown] = [about.current?.getBoundingClientRect(), tip.current]
    if (!at || !shown) return
    shown.showPopover()
    const { width, height } = shown.getBoundingClientRect()
    const left = at.left + at.width / 2 - width / 2
    shown.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`
    const below = at.bottom + distance
    shown.style.top = `${below + height > innerHeight ? at.top - distance - height : below}px`
  }
  const hide = (): void => {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  const hideSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(hide, hideDelayMs)
  }
  const soon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(show, showDelayMs)
  }
  return (
    <span
      ref={about}
      className="inline-flex"
      onPointerEnter={soon}
      onPointerLeave={hideSoon}
      onFocus={soon}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children(id)}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed m-0 max-w-72 rounded-control border border-line-strong bg-surface px-2 py-1 text-dense text-ink shadow-(--layer-shadow)"
      >
        {text}
      </span>
    </span>
  )
}
