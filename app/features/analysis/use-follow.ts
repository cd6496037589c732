import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds between an answer and the next look; short lists are read before the second one. */
const pauses = { first: 300, later: 1000 }

/** Looks again and again at what is not over, unless nobody sees the page. */
export function useFollow(isOver: boolean): void {
  const { revalidate, state } = useRevalidator()
  const hasLooked = useRef(false)
  useEffect(() => {
    if (isOver || state !== 'idle') return
    let timer = setTimeout(look, hasLooked.current ? pauses.later : pauses.first)
    function look(): void {
      hasLooked.current = true
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
      else timer = setTimeout(look, pauses.later)
    }
    return () => clearTimeout(timer)
  }, [isOver, state, revalidate])
}
