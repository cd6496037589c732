import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { keyRows } from './shortcuts.ts'

/** The keys of every page. The browser's own dialog: it keeps the focus, and Escape closes it. */
export function KeysDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-modal border border-line-strong bg-surface p-5 text-ink shadow-(--layer-shadow) backdrop:bg-[rgb(8_12_18/0.4)]"
    >
      <h2 id="keys-title" className="mb-3 text-head font-bold">
        Keys
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {keyRows.map(({ keys, about }) => (
          <div key={about} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-badge border border-line-strong bg-sunken px-1.5 text-dense"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <a href="/settings">Turn single keys off</a>
        <Button type="submit" variant="secondary">
          Close
        </Button>
      </form>
    </dialog>
  )
}
