import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { isPasted, maxTyped } from '../cut-paste.ts'
import { Datasets } from './datasets.tsx'
import { Files } from './files.tsx'
import { FieldHelp } from './field-help.tsx'
import { Foot } from './foot.tsx'
import { onKey } from './keys.ts'
import { activeOption, RowList } from './row-list.tsx'
import { Problem } from './problem.tsx'
import { SearchUpsell } from './upsell.tsx'
import { type SearchState, useSearch } from './use-search.ts'

/** Specification §2: by dataset, and by what of it may be looked up at once. */
function placeholderOf({ dataset, can }: SearchState): string {
  if (dataset === 'tags') return 'Search tags by name, description or CVE'
  if (dataset === 'cves')
    return can('cves-bulk') ? 'CVE ids, or the name of a product' : 'A CVE id, or the name of a product'
  return can('ips-bulk') ? 'Addresses, or a query' : 'An address, or a query'
}

/** What the dialog holds while it is open: made anew each time, so that closing it forgets what was typed. */
export function SearchBody({
  query,
  typed: early,
  close,
}: {
  query: string
  typed: string
  close: () => void
}) {
  const search = useSearch(query, close, early)
  const { dataset, groups, rows, active, refused, message, help, can } = search
  const list = useId()
  return (
    <div className="flex max-h-[80dvh] flex-col max-sm:h-full max-sm:max-h-none">
      <div className="flex flex-wrap items-center gap-3 px-4 pt-3">
        <Datasets chosen={dataset} can={can} choose={search.switchTo} />
        <button
          type="button"
          onClick={close}
          aria-label="Close"
          className="ml-auto inline-flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-hover pointer-coarse:size-11"
        >
          <Icon name="x" />
        </button>
      </div>
      <Field search={search} list={list} />
      {dataset === 'ips' && can('ips') && <Problem typed={search.typed} />}
      {search.takesLists && <Files start={search.start} />}
      <p role="status" className="px-4 text-dense text-danger empty:hidden">
        {message}
      </p>
      <p role="status" className="px-4 text-dense text-warn empty:hidden">
        {search.cut}
      </p>
      <div className="grid min-h-0 flex-1 overflow-y-auto px-1 py-2 min-[900px]:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          {(!can('ips') || refused > 0) && <SearchUpsell refused={refused} />}
          <RowList
            id={list}
            groups={groups}
            active={active}
            acts={{ ...search, onKey: (event) => onKey(event, search) }}
          />
        </div>
        {help && (
          <div className="w-60 border-l border-line px-3 max-[899px]:hidden">
            <FieldHelp
              help={help}
              insert={(value) => search.insert({ insert: `${value} `, cursor: value.length + 1 })}
            />
          </div>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {`${rows.length} ${rows.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      <Foot />
    </div>
  )
}

/** One line that grows to four. It keeps its own role: HTML allows a field of several lines no other. */
function Field({ search, list }: { search: SearchState; list: string }) {
  const { typed, groups, active } = search
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    const { current } = field
    if (current && current.selectionStart !== typed.cursor && current.selectionStart === current.selectionEnd)
      current.setSelectionRange(typed.cursor, typed.cursor)
  }, [typed])
  return (
    <form
      role="search"
      aria-label="Search everything"
      className="flex items-start gap-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        search.submit()
      }}
    >
      <label htmlFor={id} className="sr-only">
        An address or a query
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={typed.text}
        onChange={({ target, nativeEvent }) =>
          search.type({ text: target.value, cursor: target.selectionStart }, isPasted(nativeEvent))
        }
        onSelect={({ currentTarget }) => search.moveCursor(currentTarget.selectionStart)}
        onKeyDown={(event) => onKey(event, search)}
        placeholder={placeholderOf(search)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={list}
        aria-activedescendant={activeOption(list, groups, active)}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        enterKeyHint="search"
        maxLength={maxTyped}
        onPaste={(event) => {
          if (search.paste(event.clipboardData.getData('text/plain'), event.currentTarget))
            event.preventDefault()
        }}
        className="field-sizing-content max-h-24 min-h-9 w-full min-w-0 resize-none rounded-control border border-control bg-surface px-3 py-1.5 font-mono font-normal text-ink placeholder:text-ink-3 pointer-coarse:min-h-11 pointer-coarse:py-2.5"
      />
      {typed.text !== '' && (
        <button
          type="button"
          onClick={() => {
            search.type({ text: '', cursor: 0 })
            field.current?.focus()
          }}
          className="inline-flex min-h-9 shrink-0 items-center px-2 rounded-control text-ink-2 hover:bg-hover pointer-coarse:min-h-11"
        >
          Clear
        </button>
      )}
      <button
        type="submit"
        aria-label="Search"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control border border-control bg-surface hover:bg-hover pointer-coarse:size-11"
      >
        <Icon name="search" />
      </button>
    </form>
  )
}
