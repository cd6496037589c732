import { type Intention, intentions, type Tag, tagCategories, type TagCategory } from '#model/tag.ts'
import type { TagList } from '#model/tag-report.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { headOf } from './find.ts'
import { type SeenOfTags, seenOfTags } from './seen.ts'

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
  const { itemsPerPage = 25 } = input
  const seen = await seenOfTags(ctx, Math.min(traceDays, ctx.scope.plan.historicDays))
  const { series, inADay } = seen
  const { kept, ...counted } = chosen(ctx.tags, seen, input)
  const pages = Math.max(1, Math.ceil(kept.length / itemsPerPage))
  const page = Math.min(Math.max(1, input.page ?? 1), pages)
  return {
    tags: kept.slice((page - 1) * itemsPerPage, page * itemsPerPage).map((tag) => {
      const trace = series.counts.get(tag.slug) ?? series.days.map(() => 0)
      return {
        ...headOf(tag),
        description: tag.description,
        inADay: inADay.get(tag.slug) ?? 0,
        today: trace.at(-1) ?? 0,
        trace,
      }
    }),
    total: kept.length,
    page,
    pages,
    ...counted,
    days: series.days,
    behindSeconds: series.behind.seconds,
  }
})

/** What an input chooses of all tags, in its order, and what choosing something else of one kind would find. */
interface Chosen extends Pick<TagList, 'categories' | 'intentions' | 'withCves'> {
  kept: readonly Tag[]
}

/** Without words, by what else is chosen: the same for everybody who gets the same report. */
const choices = new WeakMap<SeenOfTags, Map<string, Chosen>>()
const maxChoices = 200

export function chosen(tags: Ctx['tags'], seen: SeenOfTags, input: ListTags): Chosen {
  const { search = '', sort = 'active', categories, intention, hasCve } = input
  if (search.trim() !== '') return choose(tags, seen, input)
  let known = choices.get(seen)
  if (!known) choices.set(seen, (known = new Map()))
  const key = JSON.stringify([sort, categories, intention, hasCve])
  let choice = known.get(key)
  if (!choice) {
    if (known.size === maxChoices) known.clear()
    known.set(key, (choice = choose(tags, seen, input)))
  }
  return choice
}

function choose(
  tags: Ctx['tags'],
  seen: SeenOfTags,
  { search = '', sort = 'active', categories, intention, hasCve }: ListTags,
): Chosen {
  const isFound = said(search)
  const isOfCategory = ({ category }: Tag): boolean => categories?.includes(category) ?? true
  const isOfIntention = (tag: Tag): boolean => intention === undefined || tag.intention === intention
  const hasOne = ({ cves }: Tag): boolean => cves.length > 0
  const fitsCve = (tag: Tag): boolean => !hasCve || hasOne(tag)
  const found = sorted(tags, seen, sort).filter(isFound)
  const ofCategory = found.filter(isOfCategory)
  return {
    kept: ofCategory.filter((tag) => isOfIntention(tag) && fitsCve(tag)),
    // Of what else is chosen: each says what choosing another of its own would find.
    categories: tallied(
      tagCategories,
      found.filter((tag) => isOfIntention(tag) && fitsCve(tag)).map(({ category }) => category),
    ),
    intentions: tallied(
      intentions,
      ofCategory.filter(fitsCve).map((tag) => tag.intention),
    ),
    withCves: ofCategory.filter((tag) => isOfIntention(tag) && hasOne(tag)).length,
  }
}

/** How often each value stands among those, without what does not. */
function tallied<T>(values: readonly T[], all: readonly T[]): { value: T; count: number }[] {
  const counts = new Map<T, number>()
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1)
  return values.flatMap((value) => {
    const count = counts.get(value) ?? 0
    return count > 0 ? [{ value, count }] : []
  })
}

type Sort = (typeof tagSorts)[number]

/** All tags in an order, by what was seen of them: the same for everybody who gets the same report. */
const orders = new WeakMap<SeenOfTags, Partial<Record<Sort, readonly Tag[]>>>()

function sorted(tags: Ctx['tags'], seen: SeenOfTags, sort: Sort): readonly Tag[] {
  const known = orders.get(seen) ?? {}
  orders.set(seen, known)
  return (known[sort] ??= [...tags.values()].sort(orderOf(seen, sort)))
}

function orderOf({ series, inADay }: SeenOfTags, sort: Sort): (a: Tag, b: Tag) => number {
  const byName = (a: Tag, b: Tag): number => (a.slug < b.slug ? -1 : 1)
  const ofDay = ({ slug }: Tag): number => inADay.get(slug) ?? 0
  const sums = new Map([...series.counts].map(([slug, counts]) => [slug, counts.reduce((a, b) => a + b, 0)]))
  const before = ({ slug }: Tag): number => sums.get(slug) ?? 0
  switch (sort) {
    case 'active':
      return (a, b) => ofDay(b) - ofDay(a) || before(b) - before(a) || byName(a, b)
    case 'name':
      return byName
    case 'newest':
      return (a, b) => (a.createdAt === b.createdAt ? byName(a, b) : a.createdAt < b.createdAt ? 1 : -1)
  }
}

/** What is searched of a tag, in small letters. */
const texts = new WeakMap<Tag, string>()

function textOf(tag: Tag): string {
  const known = texts.get(tag)
  if (known !== undefined) return known
  const text = [tag.name, tag.slug, tag.description, ...tag.cves].join('\n').toLowerCase()
  texts.set(tag, text)
  return text
}

/** Whether a tag says all of these words in its name, slug, description or CVEs. */
export function said(search: string): (tag: Tag) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (tag) => words.every((word) => textOf(tag).includes(word))
}
