import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds until the first look, and between an answer and the next look. */
interface Pauses {
  first: number
  later: number
}

const usual: Pauses = { first: 5000, later: 5000 }
/** For what is over soon: a short list is read before the second look. */
export const often: Pauses = { first: 300, later: 1000 }

/** While `isLive`, the page looks again by itself, unless nobody sees it. */
export function useLive(isLive: boolean, { first, later } = usual): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isLive) return
    let isLeft = false
    let timer = setTimeout(look, first)
    async function look(): Promise<void> {
      // Waits for the promise, not for its `state`: that may be idle again before React has drawn that it was loading.
      if (document.visibilityState === 'visible' && (await isServerThere()) && !isLeft) await revalidate()
      if (!isLeft) timer = setTimeout(look, later)
    }
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isLive, first, later, revalidate])
}

const patienceMs = 5000

/**
 * A look that nobody answers (a server that is started again) would put an error in the page's place, and be the last one. Behind a proxy
 * that hides this address the server is there all the same.
 */
export const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )
