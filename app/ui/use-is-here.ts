import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asks still stands on the page: a late answer leads nobody on who has gone elsewhere meanwhile. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
