import { useLocation } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { wayBack } from '../../way-back.ts'

/** Whether somebody is signed in, and where signing in leads back to (specification §3). */
export interface UserStore {
  /** The server knows the sign-in, and its user came with the page. */
  isLoggedIn: boolean
  /** A path of this server. */
  redirectUrl: string
}

/** Where one is becomes where one returns to; the page that asks to sign in hands on what it was given. */
export function useUserStore(): UserStore {
  const { user } = useFrame()
  const { pathname, search } = useLocation()
  const redirectUrl =
    pathname === '/auth-required' ? (new URLSearchParams(search).get('redirect') ?? '/') : pathname + search
  return { isLoggedIn: user !== null, redirectUrl: wayBack(redirectUrl) }
}
