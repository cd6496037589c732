import { useSyncExternalStore } from 'react'

/** Whether scripts run changes once, when the page comes alive. */
const never = () => () => {}
const yes = () => true
const no = () => false

/** Of what only scripts can do, until they run: its room is kept, so that nothing moves; where there are none it takes no room. */
export const roomKept = 'invisible noscript:hidden'

/** False on the server and while the browser takes the page over, true from then on: for what only scripts can do. */
export const useAlive = (): boolean => useSyncExternalStore(never, yes, no)
