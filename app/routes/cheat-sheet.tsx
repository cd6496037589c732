import { useState } from 'react'
import { Form } from 'react-router'
import { fieldEntries } from '#gnql/reference/fields.ts'
import { chapters } from '#gnql/reference/operators.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { filteredSheet } from '../features/cheat-sheet/filter.ts'
import { Sheet } from '../features/cheat-sheet/sheet.tsx'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/numbers.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/cheat-sheet'

/** The words go to the server without scripts; with them, typing filters at once. */
export function loader({ url }: Route.LoaderArgs) {
  const filter = (url.searchParams.get('filter') ?? '').slice(0, 200)
  return { filter, chapters, fields: fieldEntries(ipRegistry) }
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'GNQL cheat sheet · Noisefloor',
    'Every field and operator of the query language, with examples that run.',
  )

export default function CheatSheet({ loaderData }: Route.ComponentProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const filter = typed ?? loaderData.filter
  const shown = filteredSheet(loaderData, filter)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-head font-semibold">GNQL cheat sheet</h1>
      <Form
        action="/cheat-sheet"
        role="search"
        aria-label="Filter the cheat sheet"
        className="chrome flex max-w-xl gap-2"
      >
        <label htmlFor="filter" className="sr-only">
          Filter
        </label>
        <input
          id="filter"
          name="filter"
          type="search"
          defaultValue={loaderData.filter}
          onInput={(event) => setTyped(event.currentTarget.value)}
          placeholder="Filter fields and operators"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="h-[34px] w-full min-w-0 rounded-control border border-control bg-surface px-3 text-ink placeholder:text-ink-3 pointer-coarse:min-h-11"
        />
        <Button type="submit" variant="secondary" size="lg">
          Filter
        </Button>
      </Form>
      <p aria-live="polite" className="text-dense text-ink-2">
        {counted(shown.fields.length, 'field', 'fields')}. Examples are links that run.
      </p>
      <Sheet {...shown} />
    </div>
  )
}
