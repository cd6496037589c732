import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Between the answer and the next look. */
const pauseMs = 1000

/** Looks again and again at what is not over, unless nobody sees the page. */
export function useFollow(isOver: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (isOver || state !== 'idle') return
    let timer = setTimeout(look, pauseMs)
    function look(): void {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
      else timer = setTimeout(look, pauseMs)
    }
    return () => clearTimeout(timer)
  }, [isOver, state, revalidate])
}
