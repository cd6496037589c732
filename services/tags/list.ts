import { type Intention, intentions, type Tag, tagCategories, type TagCategory } from '#model/tag.ts'
import type { TagList } from '#model/tag-report.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { headOf } from './find.ts'
import { seenOfTags } from './seen.ts'

export const tagSorts = ['active', 'name', 'newest'] as const

export interface ListTags {
  /** Words that all stand in the name, slug or description, in any case, or a CVE. */
  search?: string
  categories?: readonly TagCategory[] | undefined
  intention?: Intention | undefined
  hasCve?: boolean
  sort?: (typeof tagSorts)[number]
  /** From 1. */
  page?: number
  /** 1 to 100. */
  itemsPerPage?: number
}

/** Days of the traces. */
const traceDays = 30

/** One page of the catalogue with what was seen of each tag. */
export const listTags = verb(['feature-search-tags'], async (ctx: Ctx, input: ListTags): Promise<TagList> => {
  const { sort = 'active', itemsPerPage = 25, categories, intention, hasCve } = input
  const { series, inADay } = await seenOfTags(ctx, Math.min(traceDays, ctx.scope.plan.historicDays))
  const found = [...ctx.tags.values()].filter(said(input.search ?? ''))
  const fits = {
    category: (tag: Tag) => categories === undefined || categories.includes(tag.category),
    intention: (tag: Tag) => intention === undefined || tag.intention === intention,
    hasCve: (tag: Tag) => !hasCve || tag.cves.length > 0,
  }
  const but = (one: keyof typeof fits): Tag[] =>
    found.filter((tag) => Object.entries(fits).every(([name, fit]) => name === one || fit(tag)))
  const kept = but('category').filter(fits.category)
  const seen = ({ slug }: Tag): number => inADay.get(slug) ?? 0
  const before = ({ slug }: Tag): number => (series.counts.get(slug) ?? []).reduce((a, b) => a + b, 0)
  const byName = (a: Tag, b: Tag): number => (a.slug < b.slug ? -1 : 1)
  const orders = {
    active: (a: Tag, b: Tag) => seen(b) - seen(a) || before(b) - before(a) || byName(a, b),
    name: byName,
    newest: (a: Tag, b: Tag) =>
      a.createdAt === b.createdAt ? byName(a, b) : a.createdAt < b.createdAt ? 1 : -1,
  }
  const pages = Math.max(1, Math.ceil(kept.length / itemsPerPage))
  const page = Math.min(Math.max(1, input.page ?? 1), pages)
  const tallied = <T>(values: readonly T[], tags: Tag[], of: (tag: Tag) => T) =>
    values
      .map((value) => ({ value, count: tags.filter((tag) => of(tag) === value).length }))
      .filter(({ count }) => count > 0)
  return {
    tags: kept
      .sort(orders[sort])
      .slice((page - 1) * itemsPerPage, page * itemsPerPage)
      .map((tag) => {
        const trace = series.counts.get(tag.slug) ?? series.days.map(() => 0)
        return {
          ...headOf(tag),
          description: tag.description,
          inADay: seen(tag),
          today: trace.at(-1) ?? 0,
          trace,
        }
      }),
    total: kept.length,
    page,
    pages,
    categories: tallied(tagCategories, but('category'), (tag) => tag.category),
    intentions: tallied(intentions, but('intention'), (tag) => tag.intention),
    withCves: but('hasCve').filter((tag) => tag.cves.length > 0).length,
    days: series.days,
  }
})

function said(search: string): (tag: Tag) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (tag) => {
    const text = [tag.name, tag.slug, tag.description, ...tag.cves].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
