import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { useFrame } from '../../page-frame.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { useDraggedFile } from './use-dragged-file.ts'
import { SearchField } from './search-field.tsx'

type Modal = typeof import('./modal/modal.tsx').SearchModal

/**
 * The search of every page: a plain field until scripts run, then a button of the same size that opens the modal. The modal is sent
 * for when somebody comes near the button.
 * @param query what the page shows now
 * @param isSmall the page has a field of its own: the button is an icon
 */
export function HeaderSearch({ query, isSmall }: { query: string; isSmall: boolean }) {
  const isAlive = useAlive()
  const [Modal, setModal] = useState<Modal | 'lost' | null>(null)
  const [isOpen, setOpen] = useState(false)
  const sentFor = useRef(false)
  const close = useCallback(() => setOpen(false), [])
  const load = useCallback((): void => {
    if (sentFor.current) return
    sentFor.current = true
    // Offline or a newer build: the field works without.
    import('./modal/modal.tsx')
      .then(({ SearchModal }) => setModal(() => SearchModal))
      .catch(() => setModal('lost'))
  }, [])
  const open = useCallback(() => {
    load()
    setOpen(true)
  }, [load])
  useDraggedFile(useFrame().searchTypes.includes('ips-bulk'), open)
  const early = useTypedEarly(isOpen && !Modal, close)
  const { isUsed, field, ...use } = useFieldInUse()
  if (!isAlive || isUsed || Modal === 'lost')
    return isSmall ? null : (
      <div ref={field} {...use} className="w-full min-w-0">
        <SearchField id="header-search" value={query} />
      </div>
    )
  return (
    <>
      <button
        type="button"
        data-search
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={load}
        onFocus={load}
        onClick={open}
        className={`flex min-h-[30px] min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-3 text-dense hover:bg-hover pointer-coarse:min-h-11 ${isSmall ? 'ml-auto' : 'w-full'}`}
      >
        <Icon name="search" />
        {query !== '' && <span className="sr-only">Search: </span>}
        <span
          className={isSmall ? 'sr-only' : `min-w-0 truncate ${query === '' ? 'text-ink-3' : 'font-mono'}`}
        >
          {query === '' ? 'Search...' : <InertText text={query} limit={200} />}
        </span>
        <kbd
          aria-hidden
          className="ml-auto rounded-badge border border-line-strong bg-sunken px-1.5 text-label text-ink-2 max-sm:hidden"
        >
          {shortcut()}
        </kbd>
      </button>
      {Modal && <Modal isOpen={isOpen} close={close} query={query} typed={early.current} />}
    </>
  )
}

/** What is typed while the modal is on its way. `giveUp` hears of who goes to something else meanwhile, or presses Escape. */
function useTypedEarly(isWaiting: boolean, giveUp: () => void) {
  const typed = useRef('')
  // Before the modal, once it is there, takes the focus.
  useLayoutEffect(() => {
    typed.current = ''
    if (!isWaiting) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') giveUp()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      // AltGr is told as Ctrl and Alt together, and makes letters.
      else if (event.key[1] || event.metaKey || event.ctrlKey !== event.altKey) return
      else typed.current += event.key
      event.preventDefault()
    }
    addEventListener('keydown', onKey, true)
    addEventListener('focusin', giveUp)
    return () => {
      removeEventListener('keydown', onKey, true)
      removeEventListener('focusin', giveUp)
    }
  }, [isWaiting, giveUp])
  return typed
}

/** As the reader's keyboard names it. */
const shortcut = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')

/** Whether somebody already writes in the field when scripts come to run: then it stays, until they leave it or the page. */
function useFieldInUse() {
  const page = useLocation().key
  const [usedOn, setUsedOn] = useState<string | null>(null)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (field.current?.contains(document.activeElement)) setUsedOn(page)
  }, [page])
  return {
    isUsed: usedOn === page,
    field,
    onFocus: () => setUsedOn(page),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) setUsedOn(null)
    },
  }
}
