import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds between an answer and the next look; short lists are read before the second one. */
const pauses = { first: 300, later: 1000 }

/** Looks again and again at what is not over, unless nobody sees the page. */
export function useFollow(isOver: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return
    let isLeft = false
    let timer = setTimeout(look, pauses.first)
    async function look(): Promise<void> {
      // Waits for the promise, not for its `state`: that may be idle again before React has drawn that it was loading.
      if (document.visibilityState === 'visible' && navigator.onLine) await revalidate()
      if (!isLeft) timer = setTimeout(look, pauses.later)
    }
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isOver, revalidate])
}
