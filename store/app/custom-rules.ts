import type { AppDatabase } from './tables.ts'

/** A rule of a workspace: sessions that match the GNQL text get the tag. */
export interface CustomRule {
  slug: string
  rule: string
}

/** The rules of one workspace. */
export interface CustomRules {
  /** By slug. */
  list(): Promise<CustomRule[]>
  /** Adds a rule, or puts it in the place of the one of that slug. */
  put(rule: CustomRule): Promise<void>
  remove(slug: string): Promise<void>
}

export const customRules = (db: AppDatabase, workspace: string): CustomRules => {
  /** Changes and tells so in one act. */
  const changing = (change: (within: AppDatabase) => Promise<unknown>): Promise<void> =>
    db.transaction().execute(async (within) => {
      await change(within)
      await within
        .insertInto('custom_rule_versions')
        .values({ workspace, version: 1 })
        .onConflict((conflict) =>
          conflict
            .column('workspace')
            .doUpdateSet((row) => ({ version: row('custom_rule_versions.version', '+', 1) })),
        )
        .execute()
    })
  return {
    list: () =>
      db
        .selectFrom('custom_rules')
        .select(['slug', 'rule'])
        .where('workspace', '=', workspace)
        .orderBy('slug')
        .execute(),
    put: ({ slug, rule }) =>
      changing((within) =>
        within
          .insertInto('custom_rules')
          .values({ workspace, slug, rule })
          .onConflict((conflict) => conflict.columns(['workspace', 'slug']).doUpdateSet({ rule }))
          .execute(),
      ),
    remove: (slug) =>
      changing((within) =>
        within
          .deleteFrom('custom_rules')
          .where('workspace', '=', workspace)
          .where('slug', '=', slug)
          .execute(),
      ),
  }
}

/** How often the rules of each workspace were changed; a workspace that never had any is not among them. */
export async function customRuleVersions(
  db: AppDatabase,
  workspaces?: readonly string[],
): Promise<Map<string, number>> {
  if (workspaces?.length === 0) return new Map()
  const all = db.selectFrom('custom_rule_versions').select(['workspace', 'version'])
  const rows = await (workspaces ? all.where('workspace', 'in', workspaces) : all).execute()
  return new Map(rows.map(({ workspace, version }) => [workspace, version]))
}
