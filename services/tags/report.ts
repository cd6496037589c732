import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { term } from '#gnql/term.ts'
import type { Facet } from '#model/query.ts'
import type { TagReport } from '#model/tag-report.ts'
import { summarizeWhere } from '#store/analytics/ips/summarize.ts'
import { carriedWithin, latestOfTag } from '#store/analytics/tag-counts/addresses.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { facetColumn, isChoice, shownAs } from '../ip/facet-field.ts'
import { findDocuments } from '../ip/get-documents.ts'
import { tagActivity } from './activity.ts'
import { tagOf } from './find.ts'

/** Where its addresses are, what they try, and which tags they carry beside this one. */
const facetFields = ['metadata.country', 'metadata.organization', 'raw_data.scan.port', 'tags'] as const
const facetSize = 10
const latestAddresses = 25
/** The record's window. */
const everything = 90

/** The page of a tag. @throws Refusal 'not-found' */
export const tagReport = verb(
  [],
  async (ctx: Ctx, input: { tag: string; days: number }): Promise<TagReport> => {
    const tag = tagOf(ctx, input.tag)
    const now = ctx.clock()
    const reach = Math.min(everything, ctx.scope.plan.historicDays)
    const [activity, { facets, ips }] = await Promise.all([
      tagActivity(ctx, { tag: tag.slug, days: input.days }),
      ctx.reports.get({
        name: 'addresses of a tag',
        input: { slug: tag.slug, reach },
        async read(reads) {
          // Of the same UTC days as the activity.
          const carriers = { tag: tag.slug, now, days: reach }
          const wanted = { columns: facetFields.map(facetColumn), top: facetSize + 1 }
          const [{ facets }, ips] = await Promise.all([
            summarizeWhere(reads, carriedWithin(carriers), wanted),
            latestOfTag(reads, { ...carriers, max: latestAddresses }),
          ])
          return { facets, ips }
        },
      }),
    ])
    const documents = await findDocuments(ctx, ips)
    return {
      tag,
      activity,
      facets: facetFields.map((name, at): Facet => ({
        field: name,
        title: name === 'tags' ? 'Often seen with' : fieldOf(registries.ip, name).title,
        values: (facets[at] ?? [])
          .filter(({ value }) => name !== 'tags' || value !== tag.slug)
          .filter(isChoice(name))
          .slice(0, facetSize)
          .map(({ value, count }) => {
            const shown = shownAs(ctx, name, value)
            return { value: shown, count, term: term(name, shown) }
          }),
      })),
      latest: ips.flatMap((ip) => {
        const found = documents.get(ip)
        if (!found) return []
        const { classification, country, organization } = found
        const lastSeen = found.tag_last[found.tags.indexOf(tag.slug)] ?? found.last_seen
        return [{ ip, classification, country, organization, lastSeen }]
      }),
    }
  },
)
