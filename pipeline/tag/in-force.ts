import type { Tag } from '#model/tag.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { storeRules } from '#store/analytics/rebuild/rule-sets.ts'
import type { CustomRule } from '#store/app/custom-rules.ts'
import type { Installation } from '#store/app/installation.ts'
import { type Log, silent } from '#store/log.ts'
import { nameOfRules } from './compile.ts'
import { compileRuleSet, type RuleSet } from './rule-set.ts'
import { speaksOf, analyzeRules } from './analyze-rules.ts'

/** The rules in force: the product's for every session, and for the sessions of a workspace its own beside them. */
export interface RulesInForce {
  product: RuleSet
  /** The name of a set without rules. */
  none: string
  /** Of those of these workspaces that have rules of their own, or of all of them; as they stand now. */
  own: (workspaces?: readonly string[]) => Promise<ReadonlyMap<string, RuleSet>>
}

const compiledOf = new WeakMap<readonly Tag[], RuleSet>()

/** What is read once a process (tags/load.ts) is compiled once, however many servers it opens. */
function compileOnce(tags: readonly Tag[]): RuleSet {
  const known = compiledOf.get(tags)
  if (known) return known
  const made = compileRuleSet(tags)
  compiledOf.set(tags, made)
  return made
}

/**
 * Rules of a workspace may change at any time, also by another server: their version is asked for each time, and what was compiled is
 * kept while that is the same.
 */
export async function openRules({
  tags,
  installation,
  analytics,
  log = silent,
}: {
  /** The product's own. */
  tags: readonly Tag[]
  installation: Pick<Installation, 'workspace' | 'ruleVersions'>
  analytics: Analytics
  log?: Log
}): Promise<RulesInForce> {
  const product = compileOnce(tags)
  await storeRules(analytics, product)
  const compiled = new Map<string, { version: number; rules: RuleSet | null }>()

  async function read(workspace: string, version: number): Promise<RuleSet | null> {
    const known = compiled.get(workspace)
    if (known?.version === version) return known.rules
    const said = await installation.workspace(workspace).rules.list()
    const usable = said.filter((rule) => isUsable(rule, workspace, log))
    const rules = usable.length > 0 ? compileRuleSet(usable, workspace) : null
    if (rules) await storeRules(analytics, rules)
    compiled.set(workspace, { version, rules })
    return rules
  }

  return {
    product,
    none: nameOfRules([]),
    async own(workspaces) {
      const inForce = new Map<string, RuleSet>()
      for (const [workspace, version] of await installation.ruleVersions(workspaces)) {
        const rules = await read(workspace, version)
        if (rules) inForce.set(workspace, rules)
      }
      return inForce
    },
  }
}

/** A rule that nobody understands, or that asks for the tags which rules make, must not keep sessions from being stored. */
function isUsable(rule: CustomRule, workspace: string, log: Log): boolean {
  try {
    const [understood] = analyzeRules([rule])
    if (understood && !speaksOf('tags', understood.own)) return true
    throw new Error(`The rule of "${rule.slug}" asks for tags, which are what rules make.`)
  } catch (err) {
    log.warn({ err, workspace, slug: rule.slug }, 'a custom rule is left out')
    return false
  }
}
