import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Whether who asked is still on this page and on no way to another: a late answer leads nobody on who has gone
 * elsewhere. The address is asked besides, as it changes before React shows the next page.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  const shown = useRef<string | null>(null)
  useEffect(() => {
    shown.current = next === pathname ? pathname : null
    return () => {
      shown.current = null
    }
  }, [pathname, next])
  return () => shown.current === window.location.pathname
}
