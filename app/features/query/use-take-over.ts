import { useEffect } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { counted } from '../../ui/numbers.ts'
import { toast } from '../../ui/toasts.tsx'
import { send } from '../account/send.ts'
import { type BrowserQuery, forgetQueries, leaveQueries, savedQueries } from './saved-queries.ts'

/**
 * What a visitor saved in this browser becomes the account's once somebody has signed in, and leaves the browser, which others may use
 * after them. What the account does not take stays, and is not offered again.
 */
export function useTakeOver(): void {
  const isSignedIn = useFrame().user?.step === null
  useEffect(() => {
    if (!isSignedIn) return
    const kept = savedQueries().filter(({ isLeft }) => !isLeft)
    if (kept.length > 0) void takeOver(kept)
  }, [isSignedIn])
}

async function takeOver(kept: readonly BrowserQuery[]): Promise<void> {
  const queries = kept.map(({ name, gnql, view }) => ({ name, gnql, view }))
  const { data } = await send<{ left: { gnql: string; message: string }[] }>('/api/user/queries', 'PUT', {
    queries,
  })
  // They are where they were, and the next page tries again.
  if (!data) return
  const left = data.left.map(({ gnql }) => gnql)
  const taken = kept.map(({ gnql }) => gnql).filter((gnql) => !left.includes(gnql))
  forgetQueries(...taken)
  leaveQueries(...left)
  if (taken.length > 0)
    toast(`Saved in your account now: ${counted(taken.length, 'query', 'queries')} of this browser`)
  const [first] = data.left
  if (first)
    toast(`Only in this browser still: ${counted(left.length, 'query', 'queries')}. ${first.message}`)
}
