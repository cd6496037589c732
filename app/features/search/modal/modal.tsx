import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { SearchBody } from './body.tsx'
import './modal.css'

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
/** @param typed while it was on its way */
export function SearchModal({
  isOpen,
  close,
  query,
  typed,
}: {
  isOpen: boolean
  close: () => void
  query: string
  typed: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const openedAt = useRef(key)
  useLayoutEffect(() => {
    const { current } = dialog
    if (isOpen && !current?.open) current?.showModal()
    if (!isOpen && current?.open) current.close()
  }, [isOpen])
  // Back leaves the dialog too. Any other page was asked for before it was opened, and arrives below it.
  useEffect(() => {
    if (openedAt.current === key) return
    openedAt.current = key
    if (isBack) close()
  }, [key, isBack, close])
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={close}
      // The browser tells late that it has closed; by then it may have been opened again.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) close()
      }}
      // What lies inside fills the dialog: a press on the dialog itself is one on its backdrop.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close()
      }}
      className="mx-auto mt-[10vh] mb-auto w-[min(720px,calc(100vw-2rem))] overflow-hidden rounded-modal border border-line-strong bg-surface p-0 text-ink shadow-layer backdrop:bg-[rgb(8_12_18/0.4)] max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none max-sm:border-0"
    >
      {isOpen && <SearchBody query={query} typed={typed} close={close} />}
    </dialog>
  )
}
