import type { Prepared } from './prepare.ts'

/** Bodies of the frames of a range, in order, each all of its memory. */
export type ToPreparer = Uint8Array<ArrayBuffer>[]

export type FromPreparer = { prepared: Prepared | null } | { failed: string }
