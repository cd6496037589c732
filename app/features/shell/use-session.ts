import { useEffect } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { send } from '../account/send.ts'

interface Session {
  status: 'authenticated' | 'unauthenticated'
  error?: string
}

/** Errors after which nothing but signing in anew helps (specification §4). */
const fatal = new Set(['TokenRefreshError', 'TokenClientError'])

/**
 * Looks whether the sign-in still stands when the window is seen again, and from time to time where the operator wants it: a page of
 * somebody who was signed out elsewhere does not stay open.
 */
export function useSession(): void {
  const { user, sessionRefreshSeconds } = useFrame()
  const csrfToken = user?.csrfToken
  useEffect(() => {
    if (csrfToken === undefined) return
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const { data } = await send<Session>('/api/auth/session', 'GET')
      if (data?.error !== undefined && fatal.has(data.error)) await signOut(data.error, csrfToken)
      else if (data?.status === 'unauthenticated') window.location.reload()
    }
    const seen = (): void => void look()
    document.addEventListener('visibilitychange', seen)
    const timer = sessionRefreshSeconds > 0 ? setInterval(seen, sessionRefreshSeconds * 1000) : undefined
    return () => {
      document.removeEventListener('visibilitychange', seen)
      clearInterval(timer)
    }
  }, [csrfToken, sessionRefreshSeconds])
}

async function signOut(error: string, csrfToken: string): Promise<void> {
  console.error('[Auth] Error detected', error)
  console.log('Signing out...')
  await fetch('/api/auth/signout', {
    method: 'POST',
    body: new URLSearchParams({ csrf_token: csrfToken, json: 'true' }),
  }).catch(() => undefined)
  window.location.assign('/auth-required')
}
