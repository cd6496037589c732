import type { Migration } from '../migrate/migration.ts'
import { sessionColumns, type SessionColumn } from '../tables/sessions.ts'
import { decodedColumns, directionColumns, firstSessionColumns } from './frozen/session-columns.ts'

const numbered = new Set(
  [...firstSessionColumns, ...directionColumns, ...decodedColumns].map(({ name }) => name),
)

/**
 * Columns of `sessions` that no numbered migration made, each as a migration of its own: whoever describes a column adds it to
 * installations by that (docs/decisions/0030-a-protocol-is-one-description.md). They run after the numbered ones; one of those that
 * needs such a column adds it itself, in the same words.
 */
export const addedColumns = (columns: readonly SessionColumn[] = sessionColumns): readonly Migration[] =>
  columns
    .filter(({ name }) => !numbered.has(name))
    .map(({ name, type }) => ({
      name: `sessions.${name}`,
      statements: ['{local}.sessions', '{local}.sessions_staging', '{db}.sessions'].map(
        (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${name} ${type}`,
      ),
    }))
