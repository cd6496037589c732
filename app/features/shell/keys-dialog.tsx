import { Fragment, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'
import { keyRows } from './key-rows.ts'

/** The keys of every page; shown as soon as it is there. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <Dialog dialog={dialog} title="Keys" wide onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr_auto_1fr]">
        {keyRows.map(({ keys, about, isSequence }) => (
          <div key={about} className="contents">
            <dt className="flex gap-1 whitespace-nowrap">
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && <span className="text-label text-ink-3">{isSequence ? 'then' : 'or'}</span>}
                  <Key>{key}</Key>
                </Fragment>
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
    </Dialog>
  )
}
