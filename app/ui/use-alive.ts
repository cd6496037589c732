import { useSyncExternalStore } from 'react'

/** Whether scripts run changes once, when the page comes alive. */
const never = () => () => {}
const yes = () => true
const no = () => false

/** False on the server and while the browser takes the page over, true from then on: for what only scripts can do. */
export const useAlive = (): boolean => useSyncExternalStore(never, yes, no)
