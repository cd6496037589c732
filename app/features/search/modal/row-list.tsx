import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { Pieces } from '../../../ui/inert-text.tsx'
import { countText } from '../kinds.ts'
import type { Row, RowGroup } from './rows.ts'

/** Longer labels are cut: they are told from each other by how they begin. */
const maxLabel = 120
const maxDetail = 160

export interface RowActs {
  choose: (row: Row, inNewTab: boolean) => void
  forget: (row: Row) => void
  /** The list is moved in by the same keys as the field. */
  onKey: (event: KeyboardEvent) => void
}

/** One listbox under the field, which keeps the focus and points at the chosen row (ARIA 1.2, aria-activedescendant). */
export function RowList({
  id,
  groups,
  active,
  acts,
}: {
  id: string
  groups: readonly RowGroup[]
  /** The id of the chosen row. */
  active: string | null
  acts: RowActs
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const places = new Map(groups.flatMap(({ rows }) => rows).map(({ id: row }, place) => [row, place]))
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={0}
      aria-activedescendant={activeOption(id, groups, active)}
      onKeyDown={acts.onKey}
      className="grid gap-2 focus-visible:outline-offset-0"
    >
      {groups.map(({ title, rows, empty }) => (
        <div key={title} role="group" aria-label={title}>
          <div role="presentation" className="px-3 pt-1 text-label font-medium text-ink-2">
            {title}
          </div>
          {empty !== undefined && (
            <div role="presentation" className="px-3 py-1 text-ink-2">
              {empty}
            </div>
          )}
          {rows.map((row) => (
            <Option
              key={row.id}
              id={optionId(id, places.get(row.id) ?? 0)}
              row={row}
              isActive={row.id === active}
              acts={acts}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Of the element that points at the chosen row. */
export function activeOption(
  list: string,
  groups: readonly RowGroup[],
  active: string | null,
): string | undefined {
  const place = groups.flatMap(({ rows }) => rows).findIndex(({ id }) => id === active)
  return place < 0 ? undefined : optionId(list, place)
}

const optionId = (list: string, place: number): string => `${list}-${place}`

function iconOf({ act, recent }: Row) {
  if (recent) return 'search'
  return act.kind === 'insert' ? 'plus' : act.kind === 'forget-all' ? 'x' : 'arrow-right'
}

function Option({ id, row, isActive, acts }: { id: string; row: Row; isActive: boolean; acts: RowActs }) {
  const { label, detail, matches, count, isMono, act, recent } = row
  const aside = [countText(count), detail.slice(0, maxDetail)].filter(Boolean).join(' · ')
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // The field keeps the focus while its list is pointed at.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => acts.choose(row, event.metaKey || event.ctrlKey)}
      className={`flex min-h-8 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-hover pointer-coarse:min-h-11 ${isActive ? 'bg-selected outline-1 -outline-offset-1 outline-transparent' : ''}`}
    >
      <span className="text-ink-2">
        <Icon name={iconOf(row)} size="sm" />
      </span>
      <span className="min-w-0 truncate">
        <bdi dir="ltr" className={isMono ? 'inert mono' : 'inert'}>
          {marked(label.slice(0, maxLabel), matches)}
          {label.length > maxLabel && '…'}
        </bdi>
      </span>
      <span className="ml-auto min-w-0 shrink-2 truncate text-right text-label text-ink-2 max-sm:max-w-[45%]">
        <bdi className="inert">
          <Pieces text={aside} limit={maxDetail + 20} />
        </bdi>
      </span>
      {isActive && (
        <kbd
          aria-hidden
          className="shrink-0 rounded-badge border border-line-strong px-1 text-label text-ink-2"
        >
          {act.kind === 'insert' ? 'Tab' : 'Enter'}
        </kbd>
      )}
      {recent && (
        // A row's parts are not reached one by one: Shift+Delete does the same.
        <span
          title="Forget (Shift+Delete)"
          onClick={(event) => {
            event.stopPropagation()
            acts.forget(row)
          }}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-selected pointer-coarse:size-11"
        >
          <Icon name="x" size="sm" />
        </span>
      )}
    </div>
  )
}

/** The label with what was typed in bold. */
function marked(label: string, matches: Row['matches']) {
  let last = 0
  const parts = matches.flatMap(([from, to]) => {
    const before = { text: label.slice(last, from), isMatch: false }
    last = to
    return [before, { text: label.slice(from, to), isMatch: true }]
  })
  return [...parts, { text: label.slice(last), isMatch: false }].map(({ text, isMatch }, at) =>
    isMatch ? (
      <b key={at}>
        <Pieces text={text} limit={maxLabel} />
      </b>
    ) : (
      <Pieces key={at} text={text} limit={maxLabel} />
    ),
  )
}
