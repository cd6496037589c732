let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which nobody else's does. React renders a document in one piece, and several that are
 * ready at once would else hold up everybody, /healthz too, for all of them together.
 */
export const ownTurn = (): Promise<void> =>
  (last = last.then(() => new Promise((next) => setImmediate(next))))
