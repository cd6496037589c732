import { useId, useRef, useState } from 'react'
import { savedLimits, savedName } from '#model/account/saved-query.ts'
import { queryHref } from '../../query-href.ts'
import { Button } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import type { KeptQuery } from './query-places.ts'

const maxShown = 200

/** A saved query: it opens as it was shown, and can be named anew and removed. */
export function SavedRow({
  query,
  onRename,
  onRemove,
}: {
  query: KeptQuery
  /** Without it it has no other name here. */
  onRename?: (name: string) => void
  onRemove: () => void
}) {
  const { name, gnql, view } = query
  const [isNaming, setNaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const called = visible((name || gnql).slice(0, 80))
  const close = () => {
    setNaming(false)
    rename.current?.focus()
  }
  return (
    <li className="grid gap-1">
      <div className="flex items-start gap-2">
        <a href={`${queryHref(gnql)}${view}`} className="grid min-h-6 min-w-0 flex-1 break-words">
          {name !== '' && <InertText text={name} limit={maxShown} mono={false} />}
          <span className={name === '' ? '' : 'text-dense text-ink-2'}>
            <InertText text={gnql} limit={maxShown} />
          </span>
        </a>
        {onRename && (
          <button
            ref={rename}
            type="button"
            aria-label={`Rename ${called}`}
            aria-expanded={isNaming}
            className="min-h-6 shrink-0 rounded-control px-1 text-dense hover:bg-hover"
            onClick={() => setNaming(!isNaming)}
          >
            Rename
          </button>
        )}
        <button
          type="button"
          className="size-6 shrink-0 rounded-control hover:bg-hover"
          aria-label={`Forget ${called}`}
          onClick={onRemove}
        >
          ×
        </button>
      </div>
      {isNaming && (
        <NameForm
          name={name}
          onCancel={close}
          onName={(next) => {
            close()
            if (next !== name) onRename?.(next)
          }}
        />
      )}
    </li>
  )
}

function NameForm({
  name,
  onName,
  onCancel,
}: {
  name: string
  onName: (name: string) => void
  onCancel: () => void
}) {
  const id = useId()
  return (
    <form
      className="flex flex-wrap items-center gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault()
        onName(savedName(String(new FormData(event.currentTarget).get('name'))))
      }}
    >
      <label htmlFor={id} className="sr-only">
        Name of the query
      </label>
      <input
        id={id}
        name="name"
        defaultValue={name}
        maxLength={savedLimits.name}
        placeholder="Name"
        autoFocus
        autoComplete="off"
        className="min-h-[30px] min-w-0 flex-1 rounded-control border border-control bg-surface px-2 pointer-coarse:min-h-11"
      />
      <Button type="submit" size="sm">
        Keep
      </Button>
      <Button variant="secondary" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
