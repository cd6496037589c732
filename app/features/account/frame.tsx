import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useFrame } from '../../page-frame.tsx'

/** `api`: there for plans that have the API alone; `operator`: for who runs the installation. */
const sections = [
  { to: '/account/details', label: 'Details' },
  { to: '/account/plan', label: 'Plan' },
  { to: '/account/members', label: 'Members' },
  { to: '/account/api-key', label: 'API key', api: true },
  { to: '/account/disputes', label: 'Disputes', operator: true },
  { to: '/account/help', label: 'Help' },
]

/** The pages of an account, one beside the other. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useFrame()
  const shown = sections.filter(
    ({ api = false, operator = false }) => (!api || user?.hasApi) && (!operator || user?.runsInstallation),
  )
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">{title}</h1>
      <nav aria-label="Account" className="chrome border-b border-line">
        <ul className="flex flex-wrap gap-x-4">
          {shown.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  `inline-flex min-h-9 items-center border-b-2 ${isActive ? 'border-accent font-semibold text-ink' : 'border-transparent text-ink-2'}`
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
