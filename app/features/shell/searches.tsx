import { type RefObject, useEffect, useRef, useState } from 'react'
import { resetText, searchesText, type SearchUse } from '#model/account/search-week.ts'
import { Progress } from '../../ui/progress.tsx'
import { send } from '../account/send.ts'

/** How the searches of the week stand, with a bar of what is used. */
export function SearchesLeft({ searches, now }: { searches: SearchUse; now: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { usage, limit, usageReset, per } = useNewest(searches, place)
  if (limit === null) return null
  const text = searchesText({ usage, limit, per })
  return (
    <div ref={place} className="grid gap-1 text-dense">
      <p>{text}</p>
      <Progress label={text} percent={limit === 0 ? 100 : (usage / limit) * 100} />
      <p className="text-ink-2">{resetText(usageReset, Date.parse(now))}</p>
    </div>
  )
}

/** A page is drawn before the search that it shows is counted: the count is asked for when it is looked at, in a menu when that is opened. */
function useNewest(drawn: SearchUse, place: RefObject<HTMLElement | null>): SearchUse {
  const [counted, setCounted] = useState<{ usage: number; limit: number | null } | null>(null)
  useEffect(() => {
    const menu = place.current?.closest('details') ?? null
    const look = (): void => {
      if (menu?.open === false) return
      void send<{ usage: number; limit: number | null }>('/api/searches', 'GET').then(({ data }) => {
        if (data) setCounted({ usage: data.usage, limit: data.limit })
      })
    }
    look()
    menu?.addEventListener('toggle', look)
    return () => menu?.removeEventListener('toggle', look)
  }, [place])
  return { ...drawn, ...counted }
}

/** That searches are limited, where one searches. */
export const LimitedBadge = () => (
  <span className="inline-flex min-h-6 shrink-0 items-center rounded-control border border-control px-2 text-label whitespace-nowrap text-ink-2 max-lg:hidden">
    Limited Searches
  </span>
)
