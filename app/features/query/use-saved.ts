import { useCallback, useRef, useState } from 'react'
import type { SavedQuery } from '#model/account/saved-query.ts'
import { useFrame } from '../../page-frame.tsx'
import { toast } from '../../ui/toasts.tsx'
import { inAccount, inBrowser, type KeptQuery, type QueryPlace } from './query-places.ts'

/** Saved queries, and what can be done with them: each says how it went, and how to undo it. */
export interface Saved {
  /** "this browser" or "your account". */
  place: string
  /** Newest first; null until they are known. */
  queries: readonly KeptQuery[] | null
  /** What lies in this browser beside those of the account, which did not take it over. */
  left: readonly KeptQuery[]
  /** Why they are not known; "" where they are. */
  problem: string
  load: () => Promise<void>
  save: (query: SavedQuery) => Promise<void>
  rename: (query: KeptQuery, name: string) => Promise<void>
  remove: (query: KeptQuery) => Promise<void>
  removeLeft: (query: KeptQuery) => Promise<void>
}

type Known = Pick<Saved, 'queries' | 'left' | 'problem'>

const unknown: Known = { queries: null, left: [], problem: '' }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'Something went wrong')

/** Of who is signed in they are in the account, of everybody else in the browser. Nothing is asked for before `load`. */
export function useSaved(): Saved {
  const { user } = useFrame()
  const place = user?.step === null ? inAccount : inBrowser
  const [known, setKnown] = useState(unknown)
  const asked = useRef(0)
  const load = useCallback(async () => {
    const turn = (asked.current += 1)
    const next = await read(place)
    // What was asked for later says more.
    if (turn === asked.current) setKnown(next)
  }, [place])

  /** Where it fails everything stays as it was, and that is said. */
  const act = async <T>(run: () => Promise<T>, said?: (done: T) => void): Promise<void> => {
    try {
      const done = await run()
      said?.(done)
    } catch (error) {
      toast(reasonOf(error))
    }
    await load()
  }
  const removeFrom = (
    from: QueryPlace,
    query: KeptQuery,
    among: readonly KeptQuery[] | null,
  ): Promise<void> => {
    const stood = Math.max(0, among?.findIndex(({ id }) => id === query.id) ?? 0)
    return act(
      () => from.remove(query),
      () => toast(`Removed from ${from.name}`, () => void act(() => from.restore(query, stood))),
    )
  }
  return {
    ...known,
    place: place.name,
    load,
    save: (query) =>
      act(
        () => place.save(query),
        (kept) => toast(`Saved in ${place.name}`, () => void act(() => place.remove(kept))),
      ),
    rename: (query, name) =>
      act(
        () => place.rename(query, name),
        () => toast('Renamed', () => void act(() => place.rename(query, query.name))),
      ),
    remove: (query) => removeFrom(place, query, known.queries),
    removeLeft: (query) => removeFrom(inBrowser, query, known.left),
  }
}

async function read(place: QueryPlace): Promise<Known> {
  const left = place === inAccount ? await inBrowser.list() : []
  try {
    return { queries: await place.list(), left, problem: '' }
  } catch (error) {
    return { queries: null, left, problem: reasonOf(error) }
  }
}
