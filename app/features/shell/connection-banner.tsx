import { useSyncExternalStore } from 'react'
import { useBuild } from './use-build.ts'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the page is cut off from the server, or older than what the server would send. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const build = useBuild()
  if (isOnline && build === 'whole') return null
  return (
    <div
      aria-label="Connection"
      role="status"
      className="chrome border-b border-line bg-accent-soft text-ink"
    >
      <p className="mx-auto max-w-[1440px] px-5 py-1.5 text-dense">
        {isOnline ? (
          <>
            {build === 'old'
              ? 'A newer version of Noisefloor is running on the server. '
              : 'A part of this page could not be loaded. '}
            <a href="">Load it now</a>
          </>
        ) : (
          'No connection: this page stays as it is, and is not being updated.'
        )}
      </p>
    </div>
  )
}
