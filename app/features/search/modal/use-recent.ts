import { useEffect, useState } from 'react'
import { recentLimits, type RecentSearch } from '#model/account/recent-search.ts'
import { keepableText } from '#model/account/saved-query.ts'
import { useFrame } from '../../../page-frame.tsx'
import { send } from '../../account/send.ts'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-in-browser.ts'

/** A search where it is kept; in a browser it has no id. */
export interface KeptSearch extends RecentSearch {
  id?: string
}

export interface Recent {
  /** Newest first; none until they are known. */
  searches: readonly KeptSearch[]
  /** Why they are not known, or not changed; "" where all is well. */
  problem: string
  remember: (search: RecentSearch) => void
  forget: (search: KeptSearch) => void
  forgetAll: () => void
}

const path = '/api/user/searches'

/** Of who is signed in they are in the account, of everybody else in the browser. */
export function useRecent(): Recent {
  const isInAccount = useFrame().user?.step === null
  const [known, setKnown] = useState<Known>(() => knownHere(isInAccount ? [] : recentSearches()))
  useEffect(() => {
    if (isInAccount) void read().then(setKnown)
  }, [isInAccount])

  /** What is gone on the page comes back where the server did not take it away. */
  const removed = async (left: readonly KeptSearch[], at: string) => {
    setKnown(knownHere(left))
    const { ok, status, message } = await send(at, 'DELETE')
    // Another browser was faster: it is gone all the same.
    if (!ok && status !== 404) setKnown({ ...(await read()), problem: message })
  }
  return {
    ...known,
    remember(search) {
      if (!isKeepable(search)) return
      if (isInAccount) void send(path, 'PUT', { searches: [search] })
      else rememberSearch(search)
    },
    forget(search) {
      if (isInAccount) {
        const left = known.searches.filter(({ id }) => id !== search.id)
        return void removed(left, `${path}/${search.id}`)
      }
      forgetSearch(search)
      setKnown(knownHere(recentSearches()))
    },
    forgetAll() {
      if (isInAccount) return void removed([], path)
      forgetSearches()
      setKnown(knownHere([]))
    },
  }
}

type Known = Pick<Recent, 'searches' | 'problem'>

const knownHere = (searches: readonly KeptSearch[]): Known => ({ searches, problem: '' })

async function read(): Promise<Known> {
  const { data, message } = await send<{ searches: KeptSearch[] }>(path, 'GET')
  return data ? knownHere(data.searches) : { searches: [], problem: message }
}

const isKeepable = ({ text }: RecentSearch): boolean =>
  text.trim() !== '' && text.length <= recentLimits.text && keepableText.test(text)

/**
 * What a visitor searched for in this browser becomes the account's once somebody has signed in, and leaves the browser, which others may
 * use after them.
 */
export function useRecentTakenOver(): void {
  const isSignedIn = useFrame().user?.step === null
  useEffect(() => {
    if (!isSignedIn) return
    const searches = recentSearches().filter(isKeepable)
    if (searches.length > 0)
      void send(path, 'PUT', { searches }).then(({ ok, status }) => {
        // What the account refuses it will refuse again.
        if (ok || status === 400) forgetSearches()
      })
  }, [isSignedIn])
}
