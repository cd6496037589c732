import { useEffect } from 'react'
import { noWorkspace } from '#model/account/present.ts'
import { useFrame } from '../../page-frame.tsx'
import { leaveFor } from '../account/leave.ts'
import { send } from '../account/send.ts'
import { callHeaders } from '../captcha/token.ts'

interface Session {
  status: 'authenticated' | 'unauthenticated'
  error?: string
}

/** Errors after which nothing but signing in anew helps (specification §4). */
const fatal = new Set(['TokenRefreshError', 'TokenClientError'])

/**
 * Looks whether the sign-in still stands when the window is seen again, and from time to time where the operator wants it: a page of
 * somebody who was signed out elsewhere does not stay open. Seen or not, it asks before a sign-in of which nothing is heard would be over.
 */
export function useSession(): void {
  const { user, sessionRefreshSeconds, localRefreshSeconds } = useFrame()
  const csrfToken = user?.csrfToken
  useEffect(() => {
    if (csrfToken === undefined) return
    const look = async (): Promise<void> => {
      const { data } = await send<Session>('/api/auth/session', 'GET')
      if (data?.error !== undefined && fatal.has(data.error)) await signOut(data.error, csrfToken)
      else if (data?.error === noWorkspace)
        await leaveFor(`/auth-required?${new URLSearchParams({ error: noWorkspace })}`)
      else if (data?.status === 'unauthenticated') window.location.reload()
    }
    const ifSeen = (): void => {
      if (document.visibilityState === 'visible') void look()
    }
    document.addEventListener('visibilitychange', ifSeen)
    const timers = [every(sessionRefreshSeconds, ifSeen), every(localRefreshSeconds, () => void look())]
    return () => {
      document.removeEventListener('visibilitychange', ifSeen)
      for (const timer of timers) clearInterval(timer)
    }
  }, [csrfToken, sessionRefreshSeconds, localRefreshSeconds])
}

/** @param seconds 0: never */
const every = (seconds: number, run: () => void): ReturnType<typeof setInterval> | undefined =>
  seconds > 0 ? setInterval(run, seconds * 1000) : undefined

async function signOut(error: string, csrfToken: string): Promise<void> {
  console.error('[Auth] Error detected', error)
  console.log('Signing out...')
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: await callHeaders(),
    body: new URLSearchParams({ csrf_token: csrfToken, json: 'true' }),
  }).catch(() => undefined)
  await leaveFor('/auth-required')
}
