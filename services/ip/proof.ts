import { withheldColumns, lackingGroups } from '#model/ip-document/groups.ts'
import type { TagProof } from '#model/ip-report.ts'
import { type RequestsOfTag, requestsOfTag } from '#store/analytics/ips/requests-of-tag.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'

/** Kinds of sessions shown; what is left out is said. */
const shown = 10

const dayS = 86_400

/**
 * Why an address carries a tag: the rule, and what its sessions asked that the rule matched; null for a tag nobody knows.
 * @throws Refusal 'invalid-address'
 */
export const proofOfTag = verb(
  [],
  async (ctx: Ctx, { ip: text, tag: slug }: { ip: string; tag: string }): Promise<TagProof | null> => {
    const ip = canonicalAddress(text)
    const tag = ctx.tags.get(slug)
    if (!tag) return null
    const since = Math.max(0, Math.floor(ctx.clock() / 1000) - ctx.scope.plan.historicDays * dayS)
    const found = await ctx.reports.get({
      name: 'what an address sent for a tag',
      input: { ip, slug, day: Math.floor(since / dayS) },
      read: (reads) => requestsOfTag(reads, { ip, tag: slug, since, max: shown + 1 }),
    })
    const withheld = withheldColumns(lackingGroups(ctx.scope.plan))
    return {
      slug,
      name: tag.name,
      rule: tag.rule,
      requests: found.slice(0, shown).map((one) => allowed(one, withheld)),
      more: found.length > shown,
    }
  },
)

/** Without what the plan leaves out of records. */
function allowed(one: RequestsOfTag, withheld: ReadonlySet<string>): RequestsOfTag {
  const withoutHttp = withheld.has('http_path')
  return {
    ...one,
    ...(withoutHttp && { methods: [], uris: [], agents: [], lines: [], ssh: '' }),
    ...(withheld.has('scan_protocol') && { transport: '' }),
  }
}
