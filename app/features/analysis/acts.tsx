import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { useInPlace } from '../../ui/use-in-place.ts'
import { visible } from '../../ui/visible-text.ts'
import { Field } from '../account/field.tsx'
import { ApiForm } from '../account/form.tsx'
import { send } from '../account/send.ts'
import { callOf } from './kind.ts'

/** What whoever made an analysis may do with it. All of it needs scripts. */
export function Acts({ analysis, onRemoved }: { analysis: Analysis; onRemoved?: () => void }) {
  const isAlive = useAlive()
  const { revalidate } = useRevalidator()
  const { isOpen: isRenaming, open, close, opener } = useInPlace()
  if (!isAlive || !analysis.own) return null
  const { id, kind, name } = analysis
  const anew = () => void revalidate()
  const called = visible(name.slice(0, 80))
  if (isRenaming)
    return (
      <div className="flex max-w-sm flex-wrap items-end gap-2">
        <ApiForm
          path={callOf(kind, id)}
          method="PATCH"
          label="Rename"
          look={{ size: 'sm' }}
          onDone={() => {
            close()
            anew()
          }}
        >
          <Field label="New name" name="name" defaultValue={name} maxLength={200} required autoFocus />
        </ApiForm>
        <Button variant="secondary" size="sm" onClick={close}>
          Cancel
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Button ref={opener} variant="secondary" size="sm" aria-label={`Rename ${called}`} onClick={open}>
        Rename
      </Button>
      <Sharing analysis={analysis} called={called} onDone={anew} />
      <ApiForm
        path={callOf(kind, id)}
        method="DELETE"
        label="Delete"
        ask={`Delete “${called}” with all that was sent? This cannot be undone.`}
        look={{ variant: 'danger', size: 'sm' }}
        onDone={onRemoved ?? anew}
      />
    </div>
  )
}

/** At once, with the way back. */
function Sharing({
  analysis: { id, kind, shared },
  called,
  onDone,
}: {
  analysis: Analysis
  called: string
  onDone: () => void
}) {
  const [isSending, setSending] = useState(false)
  async function share(to: boolean, isUndo = false): Promise<void> {
    setSending(true)
    const { ok, message } = await send(callOf(kind, id), 'PATCH', { shared: to })
    setSending(false)
    onDone()
    if (!ok) toast(message)
    else if (!isUndo)
      toast(to ? 'All members of the workspace see it now' : 'Only you see it now', () => {
        void share(!to, true)
      })
  }
  const label = shared ? 'Stop sharing' : 'Share'
  return (
    <Button
      variant="secondary"
      size="sm"
      loading={isSending}
      aria-label={`${label} ${called}`}
      onClick={() => void share(!shared)}
    >
      {label}
    </Button>
  )
}
