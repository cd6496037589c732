import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const lookEveryMs = 5000

/** While `isLive`, the page looks again by itself, unless nobody sees it. */
export function useLive(isLive: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isLive, revalidate])
}
