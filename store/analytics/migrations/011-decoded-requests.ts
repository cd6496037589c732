import type { Migration } from '../migrate/migration.ts'

const columns = ['http_decoded_uri', 'http_decoded_path', 'http_decoded_header', 'http_decoded_body']
  .map((name) => `ADD COLUMN IF NOT EXISTS ${name} Array(String)`)
  .join(', ')

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
