import { Link, useLocation } from 'react-router'
import { signInPath } from '../../guards/sign-in.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useUserStore } from '../account/user-store.ts'
import { SearchesLeft } from './searches.tsx'

const item = 'flex min-h-8 items-center px-3 text-ink hover:bg-hover hover:text-ink hover:no-underline'

/** Who is signed in and what is theirs; a link to sign in for everybody else. Works without scripts. */
export function AccountMenu() {
  const { user, searches, status } = useFrame()
  const { redirectUrl } = useUserStore()
  const { pathname } = useLocation()
  if (!user) {
    const to = (hint: 'login' | 'signup') => signInPath(redirectUrl, { hint })
    const look = 'shrink-0 hover:no-underline'
    return (
      <div className="flex shrink-0 gap-2">
        <Link to={to('login')} className={`${buttonLook()} ${look}`}>
          Log in
        </Link>
        <Link
          to={to('signup')}
          className={`${buttonLook({ variant: 'call-to-action' })} ${look} max-md:hidden`}
        >
          Sign Up
        </Link>
      </div>
    )
  }
  return (
    <div className="shrink-0">
      <Menu
        // Another page is another menu: it is closed there.
        key={pathname}
        look="flex min-h-[30px] max-w-40 cursor-pointer items-center truncate rounded-control border border-control bg-surface px-3 font-medium hover:bg-hover pointer-coarse:min-h-11"
        className="grid px-0! sm:w-64!"
        label={
          <>
            <span className="truncate max-sm:sr-only">{user.name || 'My Account'}</span>
            <span aria-hidden className="sm:hidden">
              {initials(user.name) || '–'}
            </span>
          </>
        }
      >
        {/* Who has not finished signing up sees the name and the way out alone (specification §2). */}
        {user.step === null && (
          <>
            <p className="px-3 text-dense break-all text-ink-2">{user.email}</p>
            <p className="border-b border-line px-3 pb-2 text-dense break-words text-ink-2">
              {user.workspace}
            </p>
            {searches && (
              <div className="border-b border-line px-3 py-2">
                <SearchesLeft searches={searches} now={status.now} />
              </div>
            )}
            <nav aria-label="Account menu" className="grid pt-1">
              <Link to="/account/members" className={item}>
                Change Workspace
              </Link>
              <Link to="/account/details" className={item}>
                Account Details
              </Link>
              <Link to="/account/plan" className={item}>
                Plan Details
              </Link>
              {user.hasApi && (
                <Link to="/account/api-key" className={item}>
                  API Key
                </Link>
              )}
              {user.hasSensors && (
                <Link to="/sensors" className={item}>
                  Sensors
                </Link>
              )}
              <Link to="/account/help" className={item}>
                Help
              </Link>
            </nav>
          </>
        )}
        <form method="post" action="/api/auth/signout" className="border-t border-line pt-1">
          <input type="hidden" name="csrf_token" value={user.csrfToken} />
          <button type="submit" className={`${item} w-full`}>
            Logout
          </button>
        </form>
      </Menu>
    </div>
  )
}

/** "Ada Lovelace" → "AL", where there is no room for a name. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
