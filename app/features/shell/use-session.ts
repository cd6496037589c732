import { useEffect } from 'react'
import { noWorkspace } from '#model/account/active-membership.ts'
import { useFrame } from '../../page-frame.tsx'
import { leaveFor } from '../account/leave.ts'
import { send } from '../account/send.ts'

interface Session {
  status: 'authenticated' | 'unauthenticated'
  data: { active_workspace?: string; error?: string } | null
}

/** Errors after which nothing but signing in anew helps (specification §4). */
const fatal = new Set(['TokenRefreshError', 'TokenClientError'])

/**
 * Looks whether the sign-in still stands when the window is seen again, and from time to time where the operator wants it: a page of
 * somebody who was signed out elsewhere does not stay open. Seen or not, it asks before a sign-in of which nothing is heard would be over.
 */
export function useSession(): void {
  const { user, sessionRefreshSeconds, localRefreshSeconds } = useFrame()
  const workspace = user?.workspaceId
  useEffect(() => {
    if (workspace === undefined) return
    const look = async (): Promise<void> => {
      const { data: session } = await send<Session>('/api/auth/session', 'GET')
      const error = session?.data?.error
      if (error !== undefined && fatal.has(error)) await leave(error)
      else if (error === noWorkspace)
        await leaveFor(`/auth-required?${new URLSearchParams({ error: noWorkspace })}`)
      else if (session?.status === 'unauthenticated' || isElsewhere(session, workspace))
        window.location.reload()
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
  }, [workspace, sessionRefreshSeconds, localRefreshSeconds])
}

/** In another tab they switched to another workspace: what this page shows is not of it (specification §4). */
const isElsewhere = (session: Session | null, shown: string): boolean =>
  typeof session?.data?.active_workspace === 'string' && session.data.active_workspace !== shown

/** @param seconds 0: never */
const every = (seconds: number, run: () => void): ReturnType<typeof setInterval> | undefined =>
  seconds > 0 ? setInterval(run, seconds * 1000) : undefined

/** The answer that tells of it signed this browser out already: its cookies are cleared. */
async function leave(error: string): Promise<void> {
  console.error('[Auth] Error detected', error)
  console.log('Signing out...')
  await leaveFor('/auth-required')
}
