import { resetText, searchesText, type SearchUse } from '#model/account/search-week.ts'
import { Progress } from '../../ui/progress.tsx'

/** How the searches of the week stand, with a bar of what is used. */
export function SearchesLeft({ searches, now }: { searches: SearchUse; now: string }) {
  const { usage, limit, usageReset } = searches
  if (limit === null) return null
  const text = searchesText(searches)
  return (
    <div className="grid gap-1 text-dense">
      <p>{text}</p>
      <Progress label={text} percent={limit === 0 ? 100 : (usage / limit) * 100} />
      <p className="text-ink-2">{resetText(usageReset, Date.parse(now))}</p>
    </div>
  )
}

/** That searches are limited, where one searches. */
export const LimitedBadge = () => (
  <span className="inline-flex min-h-6 shrink-0 items-center rounded-control border border-control px-2 text-label whitespace-nowrap text-ink-2 max-lg:hidden">
    Limited Searches
  </span>
)
