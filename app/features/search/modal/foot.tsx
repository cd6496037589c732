import { useFrame } from '../../../page-frame.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { SearchesLeft } from '../../shell/searches.tsx'

/** How the week's searches stand, where the plan counts them, and the way to the language's reference. */
export function Foot() {
  const { searches, status } = useFrame()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-dense text-ink-2">
      {searches && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Badge tone="warn">Limited Searches</Badge>
          <SearchesLeft searches={searches} now={status.now} />
        </div>
      )}
      <p className="max-sm:hidden">Enter searches, Tab completes, Esc closes</p>
      <a
        href="/cheat-sheet"
        target="_blank"
        rel="noreferrer"
        className="ml-auto inline-flex min-h-6 items-center"
      >
        GNQL reference (new tab)
      </a>
    </div>
  )
}
