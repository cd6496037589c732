import { Link } from 'react-router'

export type IpTab = 'overview' | 'timeline' | 'raw'

const tabs: { id: IpTab; label: string; to: string }[] = [
  { id: 'overview', label: 'Overview', to: '?' },
  { id: 'timeline', label: 'Timeline', to: '?tab=timeline' },
  { id: 'raw', label: 'Raw', to: '?tab=raw' },
]

export const tabOf = (text: string | null): IpTab => tabs.find(({ id }) => id === text)?.id ?? 'overview'

/** Tabs are links: the address is the state. */
/** An address that was never seen has neither a record nor a past. */
export function IpTabs({ open, isSeen }: { open: IpTab; isSeen: boolean }) {
  if (!isSeen) return null
  return (
    <nav aria-label="Views of this address" className="chrome flex gap-4 border-b border-line-strong">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          preventScrollReset
          aria-current={tab.id === open ? 'page' : undefined}
          className={`-mb-px inline-flex min-h-9 items-center border-b-2 px-1 ${tab.id === open ? 'border-accent font-semibold text-ink' : 'border-transparent text-ink-2'}`}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
