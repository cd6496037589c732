import { NoAccess } from '../../error/upsell.tsx'

/** What is missing for this search, and who can give it. It shakes once for each search that was refused. */
export function SearchUpsell({ refused }: { refused: number }) {
  return (
    <div key={refused} className={`grid gap-3 px-4 py-3 ${refused > 0 ? 'search-shake' : ''}`}>
      <div role="alert">
        {refused > 0 && <p className="font-semibold">This search is not part of your plan.</p>}
      </div>
      <NoAccess />
    </div>
  )
}
