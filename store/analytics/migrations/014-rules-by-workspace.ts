import type { Migration } from '../migrate/migration.ts'

/**
 * Rules of a workspace's own. Their tags stand beside those of the product, which alone feed what is public; `tagged_days` tells
 * for each owner of rules ("" is the product) by which of its sets the sessions of a day were tagged; `rule_sets` tells what a set
 * says, a fingerprint a rule, so that two sets can be compared (rebuild/rule-sets.ts).
 */
export const rulesByWorkspace: Migration = {
  name: '014-rules-by-workspace',
  statements: [
    ...['{local}.sessions', '{local}.sessions_staging', '{db}.sessions'].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS custom_tags Array(LowCardinality(String))`,
    ),
    `ALTER TABLE {local}.tagged_days ADD COLUMN IF NOT EXISTS workspace LowCardinality(String),
  MODIFY ORDER BY (origin, day, workspace)`,
    `CREATE TABLE IF NOT EXISTS {local}.rule_sets (
  name String,
  slugs Array(String),
  prints Array(String),
  at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = {E:ReplacingMergeTree(at)}
ORDER BY name`,
  ],
}
