import { type ReactNode, type RefObject, useId } from 'react'

/** What lies over the page until it is answered or closed. The browser's own: it keeps the focus, Escape closes it and gives the focus back. */
export function Dialog({
  dialog,
  title,
  wide = false,
  onClose,
  children,
}: {
  /** Whoever shows it calls showModal(). */
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  wide?: boolean
  onClose?: () => void
  /** A form of the method "dialog" in it closes it. */
  children: ReactNode
}) {
  const id = useId()
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={id}
      className={`m-auto ${wide ? 'w-[min(48rem,calc(100vw-2rem))]' : 'w-[min(32rem,calc(100vw-2rem))]'} rounded-modal border border-line-strong bg-surface p-5 text-ink shadow-layer backdrop:bg-[rgb(8_12_18/0.4)]`}
    >
      <h2 id={id} className="mb-3 text-head font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
