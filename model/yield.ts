let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which nobody else's does, in order. React renders a document in one piece, a page of ten
 * thousand records is prepared and sent in many: several that are ready at once would else hold up everybody, /healthz too, for
 * all of them together.
 */
export const yieldToEventLoop = (): Promise<void> =>
  (last = last.then(() => new Promise((next) => setImmediate(next))))
