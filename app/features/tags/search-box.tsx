import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useFieldOfAddress } from '../../ui/use-field-of-address.ts'
import type { TagFilters } from './filters.ts'

/** Quiet time after the last key before the list follows (specification §9). */
const pause = 500

/** Works without scripts by its button; with them the list follows the typing. */
export function TagSearch({ filters }: { filters: TagFilters }) {
  const submit = useSubmit()
  const { state, location: next, formMethod } = useNavigation()
  const field = useFieldOfAddress<HTMLInputElement>(filters.search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A link was pressed after the last key: it leads on.
    if (next && !formMethod) clearTimeout(timer.current)
  }, [next, formMethod])
  return (
    <Form
      action="/tags"
      role="search"
      aria-label="Search tags"
      className="chrome flex max-w-xl gap-2"
      onSubmit={() => clearTimeout(timer.current)}
      onInput={(event) => {
        const form = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => void submit(form, { replace: true, preventScrollReset: true }),
          pause,
        )
      }}
    >
      <label htmlFor="tag-search" className="sr-only">
        Name, description or CVE
      </label>
      <input
        ref={field}
        id="tag-search"
        name="search"
        type="search"
        defaultValue={filters.search}
        aria-busy={state !== 'idle' || undefined}
        placeholder="Name, description or CVE"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="h-[34px] w-full min-w-0 rounded-control border border-control bg-surface px-3 text-ink placeholder:text-ink-3 pointer-coarse:min-h-11"
      />
      {filters.category && <input type="hidden" name="category" value={filters.category} />}
      {filters.intention && <input type="hidden" name="intention" value={filters.intention} />}
      {filters.cve && <input type="hidden" name="cve" value="1" />}
      {filters.sort !== 'active' && <input type="hidden" name="sort" value={filters.sort} />}
      <Button type="submit" variant="secondary" size="lg">
        Search
      </Button>
    </Form>
  )
}
