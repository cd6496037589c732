import type { DocumentMembers } from './ip-document/columns.ts'

/**
 * The IP document: one address rolled up over at most 90 days of published sessions, flat, with the columns of the
 * catalogue (ip-document/columns.ts). GNQL's IP registry names these columns; presenters shape them for the wire.
 * Lists are ordered by volume, then alphabetically, and cut; texts that sources write are cut, too (cut-value.ts).
 * `truncated` names the columns whose list or values were.
 * Days are "YYYY-MM-DD", instants ISO 8601 UTC with seconds; "" means never.
 */
export interface IpDocument extends DocumentMembers {}

/** Tags whose definitions an answer brings; of more, `truncated` names `tags`. The document itself keeps 500. */
export const shownTags = 128
