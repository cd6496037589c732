import { Link, NavLink, useParams } from 'react-router'
import type { SearchType } from '#model/search-type.ts'
import { holdsNul } from '../../nul.ts'
import { queryHref, todaysQuery } from '../../query-href.ts'
import { HeaderSearch } from '../search/header-search.tsx'
import { useFrame } from '../../page-frame.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LimitedBadge } from './searches.tsx'
import { Logo } from './logo.tsx'

/** Tabs whose screens exist. */
const tabs: readonly { label: string; to: string; under: readonly string[]; ofSensors?: true }[] = [
  {
    label: 'Query',
    to: queryHref(todaysQuery),
    under: ['/query', '/tags', '/trends', '/cves', '/ip/analysis'],
  },
  { label: 'Sensors', to: '/sensors', under: ['/sensors'], ofSensors: true },
]

interface Section {
  label: string
  to: string
  under: string
  /** What a plan must be able to search to have it. */
  needs?: SearchType
}

/** What the tab Query holds beside queries. */
const sections: readonly Section[] = [
  { label: 'Trends', to: '/trends/trending', under: '/trends' },
  { label: 'Today', to: queryHref(todaysQuery), under: queryHref(todaysQuery) },
  { label: 'Tags', to: '/tags', under: '/tags' },
  { label: 'Analysis', to: '/ip/analysis', under: '/ip/analysis' },
  { label: 'CVEs', to: '/cves', under: '/cves', needs: 'cves-bulk' },
]

/** What the tab Sensors holds. */
const ofSensors: readonly Section[] = [
  { label: 'Sensors', to: '/sensors', under: '/sensors' },
  { label: 'Profiles', to: '/sensors/profiles', under: '/sensors/profiles' },
  { label: 'PCAPs', to: '/sensors/pcaps', under: '/sensors/pcaps' },
]

/** Pages about somebody's account, and of signing in, have none of it. */
const without = ['/account', '/signup', '/auth-required', '/reset-password']

const isUnder = (path: string, under: string): boolean => path === under || path.startsWith(`${under}/`)

/** The second row: the sections of the tab. It scrolls away: only the first row is sticky. */
export function PartsOfTab({ path }: { path: string }) {
  const { user, searchTypes } = useFrame()
  const isRestricted = Boolean(user?.step)
  const isOfSensors = isUnder(path, '/sensors') && user?.hasSensors === true
  const shown = (isOfSensors ? ofSensors : sections).filter(
    ({ needs }) => needs === undefined || searchTypes.includes(needs),
  )
  // Of sections within each other the inner one is open.
  const open = shown.filter(({ under }) => isUnder(path, under)).at(-1)
  if (isRestricted || without.some((at) => isUnder(path, at))) return null
  return (
    <nav aria-label={isOfSensors ? 'Sensors' : 'Query'} className="chrome border-b border-line bg-canvas">
      <ul className="mx-auto flex min-h-9 max-w-[1440px] flex-wrap gap-x-5 px-5">
        {shown.map(({ label, to }) => (
          <li key={label} className="flex">
            <Link
              to={to}
              aria-current={open?.label === label ? 'page' : undefined}
              className={`inline-flex min-h-9 items-center text-dense ${open?.label === label ? 'font-semibold text-ink' : 'text-ink-2'}`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Header({
  path,
  back,
  search,
}: {
  path: string
  /** Where settings lead back to. */
  back: string
  search: boolean
}) {
  const { gnql } = useParams()
  // Who has not finished signing up sees the name and the way out alone (specification §2).
  const { user, searches, clock } = useFrame()
  const isRestricted = Boolean(user?.step)
  return (
    <header className="chrome sticky top-0 z-10 border-b border-line-strong bg-canvas">
      <div className="mx-auto flex min-h-[52px] max-w-[1440px] items-center gap-3 px-5 sm:gap-5">
        <Link
          to="/"
          className="flex min-h-8 shrink-0 items-center gap-2 font-bold text-ink hover:text-ink hover:no-underline"
        >
          <Logo />
          <span className="max-sm:sr-only">Noisefloor</span>
        </Link>
        <nav aria-label="Main" className="flex shrink-0 self-stretch">
          {tabs
            .filter((tab) => !isRestricted && (!tab.ofSensors || user?.hasSensors))
            .map((tab) => {
              const here = tab.under.some((at) => isUnder(path, at))
              return (
                <NavLink
                  key={tab.label}
                  to={tab.to}
                  aria-current={here ? 'page' : undefined}
                  className={`flex items-center border-b-2 px-2 text-ink hover:text-ink ${here ? 'border-accent font-semibold' : 'border-transparent'}`}
                >
                  {tab.label}
                </NavLink>
              )
            })}
        </nav>
        <div className="ml-auto w-full max-w-[560px] min-w-0">
          {!isRestricted && (
            <HeaderSearch query={gnql === undefined || holdsNul(gnql) ? '' : gnql} isSmall={!search} />
          )}
        </div>
        {!isRestricted && (
          <Link
            to={`/settings?${new URLSearchParams({ back })}`}
            aria-label={`Times are shown in ${clock.zone}: change`}
            className="max-w-28 shrink-0 truncate text-dense text-ink-2 max-lg:hidden"
          >
            {clock.zone}
          </Link>
        )}
        {searches && !isRestricted && <LimitedBadge />}
        <AccountMenu />
      </div>
    </header>
  )
}
