/** Characters of an address that links lead back to: a dozen of a page hold it, some of them percent-encoded twice. */
const longest = 8000

/** Where links of a page lead back to: from a longer address to the start. */
export const wayBack = (here: string): string => (here.length > longest ? '/' : here)
