import { createHash } from 'node:crypto'
import { version } from '#model/version.ts'
import { rowColumns } from './collect.ts'
import { heldFields } from './fields.ts'
import { checksum } from './rows.ts'

/** Counts up whenever segments are made in another way: postings, dictionaries, records, orders. */
const format = 4

/** What a saved index was made by; one of another release, or of other columns, is read as none. */
export const indexKey = createHash('sha256')
  .update(JSON.stringify([format, version, heldFields, rowColumns, checksum]))
  .digest('hex')
