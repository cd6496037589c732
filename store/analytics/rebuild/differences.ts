import { z } from 'zod'
import { type Origin, origins } from '#model/session.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { product } from './notes.ts'
import { type Asked, ownerOf, type Rules } from './rule-sets.ts'

/** What of two sets of rules has to be compared on stored sessions. */
export interface Changed extends Asked {
  /** The tags that the change can have given or taken; null: any but those that are counted over time. */
  slugs: readonly string[] | null
  /** Tags over time among the rules: they are compared elsewhere (threshold-differences.ts). */
  counted: readonly string[]
}

/** What has to be asked of days whose sessions were tagged by sets that differ in `slugs` from these rules; null: in whatever. */
export async function changedRules(rules: Rules, slugs: ReadonlySet<string> | null): Promise<Changed> {
  const counted = rules.counting.map(({ slug }) => slug)
  if (slugs === null || !rules.pick) {
    await rules.compile?.()
    return { tagging: rules.tagging, counting: rules.counting, slugs: null, counted }
  }
  const single = [...slugs].filter((slug) => !counted.includes(slug))
  return { ...(await rules.pick(slugs)), slugs: single, counted }
}

const differing = defineQuery({
  name: 'days with sessions that carry other tags than the rules give',
  params: z.object({
    origin: z.enum(origins),
    days: z.array(z.iso.date()),
    workspace: z.string(),
    told: z.array(z.string()),
  }),
  row: z.object({ day: z.iso.date() }),
  sql: `SELECT DISTINCT toDate(first_packet) AS day FROM {local}.sessions
WHERE origin = {origin: String} AND toDate(first_packet) IN {days: Array(Date)} AND {{owner}}
  AND arraySort(arrayFilter(tag_ -> {{told}}, {{column}})) != arraySort(arrayDistinct({{tagging}}))`,
})

const fragment = (sql: string): Fragment => ({ sql, params: {} })

/**
 * Which of these days of one origin hold a session whose tags are not those that the rules give it, as far as the change can
 * reach; what is counted over time aside. One statement, whatever changed; it reads the columns that changed rules read, and
 * the tags.
 */
export async function differingDays(
  host: Querier,
  { origin, days }: { origin: Origin; days: readonly string[] },
  rules: Rules,
  { slugs, counted, tagging }: Changed,
): Promise<Set<string>> {
  if (days.length === 0 || slugs?.length === 0) return new Set()
  const workspace = ownerOf(rules)
  const isOwn = workspace !== product
  const found = await host.run(
    differing,
    { origin, days: [...days], workspace, told: [...(slugs ?? counted)] },
    {
      fragments: {
        told: fragment(`${slugs ? '' : 'NOT '}has({told: Array(String)}, tag_)`),
        column: fragment(isOwn ? 'custom_tags' : 'tags'),
        owner: fragment(`${isOwn ? 'workspace' : "''"} = {workspace: String}`),
        tagging,
      },
    },
  )
  return new Set(found.map(({ day }) => day))
}
