import type { Migration } from '../migrate/migration.ts'
import { decodedColumns } from './frozen/session-columns.ts'

const columns = decodedColumns.map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`).join(', ')

/**
 * What a server may read in a request, beside what was sent (docs/methods/decoding.md). Sessions of before have none: their
 * rules go on reading what was sent.
 */
export const decodedRequests: Migration = {
  name: '011-decoded-requests',
  statements: ['{local}.sessions', '{local}.sessions_staging', '{db}.sessions'].map(
    (table) => `ALTER TABLE ${table} ${columns}`,
  ),
}
