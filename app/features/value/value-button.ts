import { visible } from '../../ui/visible-text.ts'

/** Links of value-link.tsx, wherever they stand. */
const valueLinks = '[data-values] a[dir]'

const holdMs = 500

/**
 * One menu button for all values of a table: it stands behind the value that is pointed at or focused, so that Tab leads to it.
 * The keys of a context menu and `.` open the menu too, as does a long press, for which there is no pointing.
 * @param singleKeys whether `.` is a command
 * @returns what takes it all back
 */
export function offerButton(
  open: (link: HTMLElement, button: HTMLElement) => void,
  singleKeys: boolean,
): () => void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '⋮'
  button.className = 'value-button chrome'
  button.setAttribute('aria-haspopup', 'true')
  let link: HTMLElement | null = null
  let held: ReturnType<typeof setTimeout> | undefined
  let ignoresClick = false

  const linkOf = ({ target }: Event): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>(valueLinks) : null

  /** Of a value that has one of its own (value.tsx). */
  const ownButtonOf = ({ target }: Event): HTMLElement | null =>
    target instanceof Element && target.matches('.value a')
      ? (target.parentElement?.querySelector<HTMLElement>('button[data-value]') ?? null)
      : null

  const offer = (event: Event) => {
    const pointed = linkOf(event)
    if (pointed === null || pointed === link) return
    link = pointed
    button.setAttribute('aria-label', `Act on ${visible((link.title || link.textContent).slice(0, 80))}`)
    link.after(button)
  }
  const openFor = (pointed: HTMLElement | null, event: Event) => {
    if (pointed === null) return
    event.preventDefault()
    offer(event)
    open(pointed, button)
  }
  const onKey = (event: KeyboardEvent) => {
    const opens =
      (singleKeys && event.key === '.') ||
      event.key === 'ContextMenu' ||
      (event.key === 'F10' && event.shiftKey)
    if (!opens || event.ctrlKey || event.metaKey || event.altKey) return
    const own = ownButtonOf(event)
    if (own === null) return openFor(linkOf(event), event)
    event.preventDefault()
    own.click()
  }
  const onClick = (event: MouseEvent) => {
    if (ignoresClick) event.preventDefault()
    else if (event.target === button && link) open(link, button)
    ignoresClick = false
  }
  const onDown = (event: PointerEvent) => {
    ignoresClick = false
    const pointed = event.pointerType === 'touch' ? linkOf(event) : null
    if (pointed === null) return
    held = setTimeout(() => {
      ignoresClick = true
      openFor(pointed, event)
    }, holdMs)
  }
  const release = () => clearTimeout(held)
  // A long press of a touch would also open the browser's own menu.
  const onContext = (event: MouseEvent) => {
    if (ignoresClick || (held !== undefined && 'pointerType' in event && event.pointerType === 'touch'))
      openFor(linkOf(event), event)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  document.addEventListener('pointerover', offer, { signal })
  document.addEventListener('focusin', offer, { signal })
  document.addEventListener('keydown', onKey, { signal })
  document.addEventListener('click', onClick, { signal, capture: true })
  document.addEventListener('pointerdown', onDown, { signal })
  document.addEventListener('contextmenu', onContext, { signal })
  for (const name of ['pointerup', 'pointermove', 'pointercancel', 'scroll'])
    document.addEventListener(name, release, { signal })
  return () => {
    stopping.abort()
    release()
    button.remove()
  }
}
