import type { Migration } from '../migrate/migration.ts'

/**
 * A mark says whether its address is known to have days: then nobody looks whether its document has to go. The sessions that just came
 * make nearly all marks.
 */
export const marksWithDays: Migration = {
  name: '015-marks-with-days',
  statements: ['{local}.ip_dirty', '{db}.ip_dirty'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS has_days Bool`,
  ),
}
