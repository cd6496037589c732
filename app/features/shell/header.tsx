import { Link, NavLink, useParams } from 'react-router'
import { queryHref, todaysQuery } from '../query/href.ts'
import { SearchField } from '../search/search-field.tsx'
import { Logo } from './logo.tsx'

/** Tabs whose screens exist. */
const tabs = [{ label: 'Query', to: queryHref(todaysQuery), under: '/query' }]

export function Header({ path, search }: { path: string; search: boolean }) {
  const { gnql } = useParams()
  return (
    <header className="chrome sticky top-0 z-10 border-b border-line-strong bg-canvas">
      <div className="mx-auto flex min-h-[52px] max-w-[1440px] items-center gap-3 px-5 sm:gap-5">
        <Link
          to="/"
          className="flex min-h-8 items-center gap-2 font-bold text-ink hover:text-ink hover:no-underline"
        >
          <Logo />
          <span className="max-sm:sr-only">Noisefloor</span>
        </Link>
        <nav aria-label="Main" className="flex self-stretch">
          {tabs.map((tab) => {
            const here = path === tab.under || path.startsWith(`${tab.under}/`)
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
          {search && <SearchField id="header-search" value={gnql ?? ''} />}
        </div>
      </div>
    </header>
  )
}
