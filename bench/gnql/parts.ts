import { z } from 'zod'
import { analyze } from '#gnql/analyze.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { ipNames } from '#store/analytics/tables/ips-column-names.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { compilePredicate } from '#store/analytics/predicate/compile.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { holds, median, ms, timed } from './figures.ts'
import { benchQueries } from './queries.ts'

const nothing = defineQuery({
  name: 'nothing',
  params: z.object({}),
  row: z.object({ one: z.number() }),
  sql: 'SELECT 1 AS one',
})

/** What a page is made of, on one rare and one common value: the floor of a round trip, and the statements of a page. */
export async function partsOfAPage(
  { app }: Analytics,
  page: (query: string) => Promise<QueryReport>,
): Promise<void> {
  const floor: number[] = []
  for (let turn = 0; turn < 50; turn += 1) floor.push(await timed(() => app.run(nothing, {})))
  console.log(`   one round trip to the engine: ${ms(median(floor))}`)
  for (const text of ['ip:198.51.100.7', 'tags:tag-1234', 'tags:tag-1']) {
    const times: number[] = []
    for (let turn = 0; turn < 15; turn += 1) times.push(await timed(() => page(text)))
    console.log(`   page of ${text}: ${ms(median(times))}`)
  }
}

/** Reading a query and writing its SQL, without the engine. */
export function textToSql(now: number): void {
  const turns = 200
  const began = performance.now()
  for (let turn = 0; turn < turns; turn += 1)
    for (const { text } of benchQueries) {
      const { predicate } = analyze(text, { catalogue: 'ip', now, windowDays: 90 })
      compilePredicate(predicate, { names: ipNames, prefix: 'w' })
    }
  const each = (performance.now() - began) / turns / benchQueries.length
  console.log(`   text to SQL: ${(each * 1000).toFixed(0)} µs (at most 200: ${holds(each <= 0.2)})`)
}
