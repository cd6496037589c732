/** What one PDF may take. Whoever reads a list waits for it, so it is little. */

export const maxPages = 5000
/** Bytes of a stream when it is unfolded: a page of text has some ten thousand. */
export const maxUnfolded = 32 * 2 ** 20
/** Bytes of the file, which is held in memory. */
export const maxFile = 64 * 2 ** 20
/** Megabytes of objects; and kilobytes of all that the process may write to, of which V8 reserves 600,000 and does not touch them. */
export const memory = { heapMb: 192, allKb: 1_000_000 }
/** Of the clock; also of a processor, for whoever watches the clock may be gone. */
export const seconds = 10

/** How the process ends: its exit code. */
export const endings = { done: 0, damaged: 10, encrypted: 11, pages: 12, memory: 13 } as const
export type Ending = keyof typeof endings
