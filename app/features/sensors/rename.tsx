import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { useInPlace } from '../../ui/use-in-place.ts'
import { Field } from '../account/field.tsx'
import { ApiForm } from '../account/form.tsx'

/** Gives a sensor another name where it stands. */
export function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const { isOpen, open, close, opener } = useInPlace()
  if (!useAlive()) return null
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        aria-label={`Rename ${name}`}
        className="inline-flex size-6 items-center justify-center rounded-control text-ink-2 hover:bg-hover pointer-coarse:size-11"
        onClick={open}
      >
        <Icon name="pencil" size="sm" />
      </button>
    )
  return (
    <div className="w-64 max-w-full py-1">
      <ApiForm
        path={`/api/workspace/sensors/${id}`}
        method="PUT"
        label="Rename"
        look={{ size: 'sm' }}
        onDone={() => {
          close()
          onDone()
        }}
      >
        <Field label="Name" name="name" defaultValue={name} required maxLength={80} autoFocus />
      </ApiForm>
      <div className="pt-1">
        <Button variant="quiet" size="sm" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
