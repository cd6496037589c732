import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** What the browser alone knows, null in the first answer. `read` gives the same each time. */
export const useInBrowser = (read: () => string | null): string | null =>
  useSyncExternalStore(never, read, () => null)
