import { useLocation, useSearchParams } from 'react-router'
import { Button, buttonLook } from '../../ui/button.tsx'
import { useFrame } from '../../page-frame.tsx'
import { densities } from '../../settings/cookie.ts'
import { columnOf, type ColumnId, defaultColumns } from './columns.ts'
import { columnWidths, type PageState, stateHref } from './page-state.ts'

/** Chooses columns, their order and width, by links and one form: it works without scripts, and the address holds what was chosen. */
export function ColumnChooser({
  state: { columns, widths },
  available,
}: {
  state: PageState
  available: readonly ColumnId[]
}) {
  const [params] = useSearchParams()
  const to = (ids: readonly ColumnId[]) => stateHref(params, { cols: ids.join(',') })
  const moved = (at: number, by: number): ColumnId[] => {
    const rest = columns.toSpliced(at, 1)
    const id = columns[at]
    return id ? rest.toSpliced(at + by, 0, id) : rest
  }
  return (
    <section aria-label="Columns" className="chooser chrome">
      <form className="grid gap-1">
        {[...params].map(
          ([name, value]) =>
            !name.startsWith('w.') && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <ol>
          {columns.map((id, at) => {
            const { title } = columnOf(id)
            return (
              <li key={id}>
                <span>{title}</span>
                {at > 0 && (
                  <a href={to(moved(at, -1))} aria-label={`Move ${title} left`}>
                    ←
                  </a>
                )}
                {at < columns.length - 1 && (
                  <a href={to(moved(at, 1))} aria-label={`Move ${title} right`}>
                    →
                  </a>
                )}
                <input
                  type="number"
                  name={`w.${id}`}
                  aria-label={`Width of ${title} in pixels`}
                  placeholder="auto"
                  {...columnWidths}
                  defaultValue={widths[id]}
                />
                {columns.length > 1 && (
                  <a href={to(columns.filter((other) => other !== id))} aria-label={`Remove ${title}`}>
                    ×
                  </a>
                )}
              </li>
            )
          })}
        </ol>
        <Button type="submit" variant="secondary" size="sm" className="justify-self-start">
          Set widths
        </Button>
      </form>
      <div className="grid content-start gap-3">
        <p className="added">
          Add:{' '}
          {available
            .filter((id) => !columns.includes(id))
            .map((id) => (
              <a key={id} href={to([...columns, id])}>
                {columnOf(id).title}
              </a>
            ))}
        </p>
        <Kept columns={columns} defaultHref={to(defaultColumns)} />
      </div>
    </section>
  )
}

/** What the browser keeps for every query. */
function Kept({ columns, defaultHref }: { columns: readonly ColumnId[]; defaultHref: string }) {
  const { pathname, search } = useLocation()
  const { settings } = useFrame()
  const back = `${pathname}${search}`
  const set = (values: Record<string, string>) => `/settings/set?${new URLSearchParams({ ...values, back })}`
  const isKept = (settings.columns || defaultColumns.join(',')) === columns.join(',')
  const isDefault = defaultColumns.join(',') === columns.join(',')
  return (
    <>
      <p className="added">
        Rows:{' '}
        {densities.map((density) => (
          <a key={density} href={set({ density })} aria-current={settings.density === density || undefined}>
            {density}
          </a>
        ))}
      </p>
      <p className="flex flex-wrap gap-2">
        {!isKept && (
          <a
            href={set({ columns: columns.join(',') })}
            className={`${buttonLook({ variant: 'secondary', size: 'sm' })} hover:no-underline`}
          >
            Use these columns for every query
          </a>
        )}
        {!isDefault && (
          <a
            href={defaultHref}
            className={`${buttonLook({ variant: 'secondary', size: 'sm' })} hover:no-underline`}
          >
            Default columns
          </a>
        )}
      </p>
    </>
  )
}
