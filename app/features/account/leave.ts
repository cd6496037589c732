/** Longer than this nobody waits for the next page (specification §9). */
const maxWaitMs = 60_000

/**
 * Opens another page of this server as a new document, which is drawn for whoever is signed in by then. It goes on only where that was
 * given up.
 * @param path as "/signup/welcome"
 */
export function leaveFor(path: string): Promise<void> {
  window.location.assign(path)
  return new Promise((goOn) =>
    setTimeout(() => {
      window.stop()
      goOn()
    }, maxWaitMs),
  )
}

export const notOpened = 'This worked, but the next page did not open. Load this page again.'
