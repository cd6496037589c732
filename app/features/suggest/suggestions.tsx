import { useEffect, useId, useRef, useState } from 'react'
import { apply, complete, type Completion } from '#gnql/complete/complete.ts'
import type { CompletionData } from '#gnql/complete/data.ts'
import { type Help, helpOf } from '#gnql/complete/help.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import type { FieldGroup } from '#model/ip-document/groups.ts'
import { useFrame } from '../../page-frame.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { actOf } from './keys.ts'
import { builtIn, completionData } from './completion-data.ts'

export type QueryField = HTMLInputElement | HTMLTextAreaElement

interface Shown {
  completion: Completion
  active: number
  typed: boolean
}

/**
 * A listbox under a field, as ARIA's combobox pattern has it: focus stays in the field, which points at the chosen row.
 * `before` is what the field held when this was sent for.
 */
export function Suggestions({ field, before }: { field: QueryField; before: string }) {
  const id = useId()
  const { lacking } = useFrame().plan
  const list = useRef<HTMLUListElement>(null)
  const [data, setData] = useState<CompletionData>(builtIn)
  // Who types faster than this arrives, or the names, gets suggestions all the same.
  const [shown, setShown] = useState<Shown | null>(() =>
    field.value !== before && document.activeElement === field
      ? { completion: completionIn(field, builtIn, lacking), active: -1, typed: true }
      : null,
  )
  const items = shown?.completion.items ?? []
  const active = shown?.active ?? -1
  const isOpen = items.length > 0

  useEffect(() => {
    let isHere = true
    void completionData().then((known) => {
      if (!isHere) return
      setData(known)
      setShown(
        (last) =>
          last && (last.active < 0 ? { ...last, completion: completionIn(field, known, lacking) } : last),
      )
    })
    return () => {
      isHere = false
    }
  }, [field, lacking])

  const open = (typed: boolean) =>
    setShown({ completion: completionIn(field, data, lacking), active: -1, typed })

  const accept = (place: number) => {
    const item = items[place]
    if (!item || !shown) return
    const after = apply(field.value, shown.completion, item)
    const { start, end } = shown.completion.span
    // Unlike setting the value, this keeps the browser's undo working where it can.
    field.setRangeText(item.insert, start, end, 'end')
    field.setSelectionRange(after.cursor, after.cursor)
    if (item.kind === 'field') open(false)
    else setShown(null)
  }

  useEffect(() => {
    const onInput = () => open(true)
    const close = () => setShown(null)
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent)) return
      const lines = field instanceof HTMLTextAreaElement
      const state = {
        open: shown !== null && isOpen,
        count: items.length,
        active,
        typed: shown?.typed ?? false,
        lines,
      }
      const action = actOf(event, state)
      if (action.kind === 'leave') return
      event.preventDefault()
      if (action.kind === 'open') open(false)
      else if (action.kind === 'close') close()
      else if (action.kind === 'submit') field.form?.requestSubmit()
      else if (action.kind === 'apply') accept(action.to)
      else if (shown && action.kind === 'move') setShown({ ...shown, active: action.to })
    }
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKey)
    field.addEventListener('blur', close)
    field.form?.addEventListener('submit', close)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('blur', close)
      field.form?.removeEventListener('submit', close)
    }
  })

  useEffect(() => {
    const attributes = describedField(field, id, isOpen, active)
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) field.removeAttribute(name)
      else field.setAttribute(name, value)
    }
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [field, id, isOpen, active])

  const chosen = ipRegistry.find(items[active]?.field ?? '')
  const help = chosen ? helpOf(chosen, data) : shown?.completion.help
  return (
    <div
      hidden={!isOpen}
      className="absolute top-full right-0 w-full min-w-[min(22rem,calc(100vw-2.5rem))] z-20 mt-1 rounded-control border border-line-strong bg-surface text-ink shadow-layer"
    >
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className="max-h-[50vh] overflow-y-auto p-1"
      >
        {items.map((item, place) => (
          <li
            key={`${item.kind} ${item.label}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            // The field keeps the focus while its list is pointed at.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => accept(place)}
            className={`flex min-h-8 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-11 ${place === active ? 'bg-selected' : ''}`}
          >
            <span className="shrink-0">
              <InertText text={item.label} limit={60} />
            </span>
            <span className="ml-auto truncate text-label text-ink-3">{item.detail}</span>
          </li>
        ))}
      </ul>
      {help && <FieldHelp help={help} />}
      <p aria-live="polite" className="sr-only">
        {isOpen ? `${items.length} suggestions` : ''}
      </p>
    </div>
  )
}

/** What may stand at the field's cursor. */
const completionIn = (field: QueryField, data: CompletionData, lacking: readonly FieldGroup[]): Completion =>
  complete({ text: field.value, cursor: field.selectionStart ?? field.value.length, data, lacking })

function FieldHelp({ help }: { help: Help }) {
  return (
    <div className="border-t border-line px-3 py-2 text-label text-ink-2">
      <p>{help.description}</p>
      <p className="flex flex-wrap gap-x-3">
        {help.shortcuts.map((value) => (
          <InertText key={value} text={value} limit={60} />
        ))}
      </p>
      {help.tips.map((tip) => (
        <p key={tip}>{tip}</p>
      ))}
    </div>
  )
}

/**
 * The ARIA combobox: a field of one line is one and says whether its list is open. A field of several lines keeps its
 * own role, for HTML allows it no other, and points at the list all the same.
 */
const describedField = (
  field: QueryField,
  id: string,
  isOpen: boolean,
  active: number,
): Record<string, string | null> => ({
  ...(field instanceof HTMLInputElement && { 'aria-expanded': String(isOpen) }),
  'aria-autocomplete': 'list',
  'aria-haspopup': 'listbox',
  'aria-controls': id,
  'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : null,
})
