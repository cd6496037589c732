import type { AddressList, Column, Predicate } from '#gnql/predicate.ts'
import { registries } from '#gnql/registry/registries.ts'
import { budget } from '#model/budget.ts'
import { windowDays } from '#model/window.ts'
import { pageRecords, type RecordPage } from '#store/analytics/ips/page.ts'
import { summarize } from '#store/analytics/ips/summarize.ts'
import { noTexts } from '#store/analytics/ips/texts.ts'
import type { Ctx } from '../context.ts'

/** The addresses of a list alone. */
export const inList = (list: AddressList): Predicate => ({
  kind: 'test',
  column: { name: 'ip', shape: 'ip' },
  test: { op: 'ip-in', list },
})

const columnsByName = new Map<string, Column>(
  registries.ip.fields.flatMap(({ columns }) => columns.map((column) => [column.name, column] as const)),
)

function columnOf(name: string): Column {
  const column = columnsByName.get(name)
  if (!column) throw new Error(`No field has the column "${name}".`)
  return column
}

const noPage = (): RecordPage => ({ addresses: [], keys: [], records: noTexts(), more: false })

/**
 * The caller as whoever looks an address up: a list names its addresses, and the record of one that is named is told however few days
 * the plan lets searches reach back (docs/plans.md). So what is counted, shown and written of a list is the same.
 */
export function asLookUp(ctx: Ctx): Ctx {
  const { scope } = ctx
  const plan = { ...scope.plan, historicDays: windowDays }
  return Object.assign(Object.create(ctx) as Ctx, { scope: { ...scope, plan } })
}

/**
 * The caller, for whom there are no other documents than those of a list: whatever is asked of them is asked of the list, as of look-ups,
 * and nothing of it is kept for others. It never leaves a question open, so that nobody asks the engine about all.
 * @param also of them those alone
 */
export function withinList(ctx: Ctx, list: AddressList, also: Predicate = { kind: 'all' }): Ctx {
  const { analytics, memoryIndex } = ctx
  const search: Ctx['memoryIndex']['search'] = async (predicate, question) => {
    if (list.keys.length === 0)
      return { total: 0, truncated: 0, histogram: [], facets: question.columns.map(() => []), ...noPage() }
    const narrowed: Predicate = { kind: 'and', operands: [inList(list), also, predicate] }
    const known = await memoryIndex.search(narrowed, question)
    if (known) return known
    const { columns, top, lists = [], order, after, size, bytes = budget.answerBytes } = question
    const [summary, page, truncated] = await Promise.all([
      summarize(analytics, narrowed, { columns: columns.map(columnOf), top: Math.max(1, top) }),
      size === 0 ? null : pageRecords(analytics, narrowed, { order, after, size, bytes }),
      ctx.cutLists(lists),
    ])
    return { ...summary, truncated, ...(page ?? noPage()) }
  }
  return Object.assign(asLookUp(ctx), {
    memoryIndex: { ...memoryIndex, search },
    keptQueries: { get: async (_asked, make) => (await make()).report } satisfies Ctx['keptQueries'],
  })
}
