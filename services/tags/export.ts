import { toColumn } from '#store/analytics/address.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { pageOfTag, type TagAddress } from '#store/analytics/tag-counts/addresses.ts'
import type { Ctx } from '../context.ts'
import { verb } from '../access.ts'
import { tagOf } from './find.ts'

/** Read at once: some milliseconds of the server’s thread. */
const pageSize = 5000

export interface TagExport {
  slug: string
  /** Pages in address order; each address once. */
  pages: AsyncGenerator<TagAddress[]>
}

/** All addresses that carried a tag in the last `days` UTC days. @throws Refusal 'not-found', 'forbidden' */
export const exportTag = verb(
  ['feature-search-ips', 'data-export'],
  async (ctx: Ctx, input: { tag: string; days: number }): Promise<TagExport> => {
    const { slug } = tagOf(ctx, input.tag)
    const since = firstDayOfWindow(ctx.clock(), Math.min(input.days, ctx.scope.plan.historicDays))
    return { slug, pages: pagesOf(ctx, slug, since) }
  },
)

async function* pagesOf({ analytics }: Ctx, tag: string, since: string): AsyncGenerator<TagAddress[]> {
  let after = ''
  for (;;) {
    const page = await pageOfTag(analytics, { tag, since, after, size: pageSize })
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = toColumn(page.at(-1)?.ip ?? '')
  }
}
