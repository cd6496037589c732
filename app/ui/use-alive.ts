import { startTransition, useEffect, useState } from 'react'

/** Of what only scripts can do, until they run: its room is kept, so that nothing moves; where there are none it takes no room. */
export const roomKept = 'invisible noscript:hidden'

/** Whether this browser has taken a page over: what is drawn from then on has never been without scripts. */
let tookOver = false

/**
 * False on the server and while the browser takes the page over, true from then on: for what only scripts can do. A page holds it hundreds of times, so
 * that what it shows then comes in a transition, which leaves the processor to whoever types.
 */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(tookOver)
  useEffect(() => {
    tookOver = true
    startTransition(() => setAlive(true))
  }, [])
  return isAlive
}
