import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryHref } from '../../query-href.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { visible } from '../../ui/visible-text.ts'
import { carriedBy } from './page-state.ts'
import { forgetQuery, type SavedQuery, savedQueries, saveQuery } from './saved-queries.ts'

/** Keeps the query with how it is shown, opens what was kept, and copies the address of the page. All of it needs scripts. */
export const SavedMenu = ({ gnql }: { gnql: string }) => useAlive() && <Saved gnql={gnql} />

function Saved({ gnql }: { gnql: string }) {
  const [params] = useSearchParams()
  const [saved, setSaved] = useState<SavedQuery[]>(savedQueries)
  const again = () => setSaved(savedQueries())
  const save = () => {
    const view = new URLSearchParams(carriedBy(params)).toString()
    saveQuery({ gnql, view: view === '' ? '' : `?${view}` })
    again()
    toast('Saved in this browser', () => {
      forgetQuery(gnql)
      again()
    })
  }
  const share = () =>
    void navigator.clipboard.writeText(location.href).then(
      () => toast('Copied the address of this page'),
      () => toast('The browser did not allow copying'),
    )
  const isSaved = saved.some((query) => query.gnql === gnql)
  return (
    <>
      <Menu
        label="Saved"
        look={`${buttonLook({ variant: 'secondary' })} cursor-pointer`}
        className="grid gap-2 p-3"
      >
        <Button variant="secondary" size="sm" onClick={save} disabled={isSaved}>
          {isSaved ? 'This query is saved' : 'Save this query'}
        </Button>
        {saved.length === 0 && <p className="text-ink-2">Nothing is saved in this browser yet.</p>}
        <ul className="grid max-h-72 gap-1 overflow-y-auto empty:hidden">
          {saved.map((query) => (
            <li key={query.gnql} className="flex items-start gap-2">
              <a href={`${queryHref(query.gnql)}${query.view}`} className="min-h-6 min-w-0 flex-1">
                <InertText text={query.gnql} limit={200} />
              </a>
              <button
                type="button"
                className="size-6 shrink-0 rounded-control hover:bg-hover"
                aria-label={`Forget ${visible(query.gnql.slice(0, 80))}`}
                onClick={() => {
                  forgetQuery(query.gnql)
                  again()
                  toast('Removed from this browser', () => {
                    saveQuery(query)
                    again()
                  })
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      </Menu>
      <Button variant="secondary" onClick={share}>
        Share
      </Button>
    </>
  )
}
