import { useSearchParams } from 'react-router'
import { Button, buttonLook } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Menu } from '../../ui/menu.tsx'
import { roomKept, useAlive } from '../../ui/use-alive.ts'
import { carriedBy } from './page-state.ts'
import { SavedRow } from './saved-row.tsx'
import { type Saved, useSaved } from './use-saved.ts'

/** Keeps the query with how it is shown, opens what was kept, and copies the address of the page. All of it needs scripts. */
export const SavedMenu = ({ gnql }: { gnql: string }) => (
  <span className={`contents ${useAlive() ? '' : roomKept}`}>
    <SavedQueries gnql={gnql.trim()} />
  </span>
)

function SavedQueries({ gnql }: { gnql: string }) {
  const [params] = useSearchParams()
  const saved = useSaved()
  const save = () => {
    const view = new URLSearchParams(carriedBy(params)).toString()
    void saved.save({ name: '', gnql, view: view === '' ? '' : `?${view}` })
  }
  const share = () => void copyText(location.href, 'Copied the address of this page')
  const isSaved = saved.queries?.some((query) => query.gnql === gnql) ?? false
  return (
    <>
      <Menu
        label="Saved"
        look={`${buttonLook({ variant: 'secondary' })} cursor-pointer`}
        className="grid gap-2 p-3"
        shortcut="s"
        onOpen={() => void saved.load()}
      >
        <Button variant="secondary" size="sm" onClick={save} disabled={isSaved}>
          {isSaved ? 'This query is saved' : 'Save this query'}
        </Button>
        <Kept saved={saved} />
      </Menu>
      <Button variant="secondary" onClick={share}>
        Share
      </Button>
    </>
  )
}

const rows = 'grid max-h-72 gap-1 overflow-y-auto'

function Kept({ saved }: { saved: Saved }) {
  const { place, queries, left, problem } = saved
  return (
    <>
      {problem !== '' && (
        <div role="alert" className="grid justify-items-start gap-1">
          <p className="text-danger">{`The queries in ${place} did not arrive. ${problem}`}</p>
          <Button variant="secondary" size="sm" onClick={() => void saved.load()}>
            Try again
          </Button>
        </div>
      )}
      {queries?.length === 0 && <p className="text-ink-2">{`Nothing is saved in ${place} yet.`}</p>}
      {queries !== null && queries.length > 0 && (
        <ul aria-label={`Saved in ${place}`} className={rows}>
          {queries.map((query) => (
            <SavedRow
              key={query.id}
              query={query}
              onRename={(name) => void saved.rename(query, name)}
              onRemove={() => void saved.remove(query)}
            />
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <>
          <p className="border-t border-line pt-2 text-ink-2">Only in this browser</p>
          <ul aria-label="Only in this browser" className={rows}>
            {left.map((query) => (
              <SavedRow key={query.id} query={query} onRemove={() => void saved.removeLeft(query)} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
