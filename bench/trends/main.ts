import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { firstDayOfWindow } from '#model/window.ts'
import { budget } from '#model/budget.ts'
import { type Deps, ctxFor } from '#services/context.ts'
import { visitorPlan } from '#model/entitlements.ts'
import { visitorScope } from '#services/scope.ts'
import { tagActivity } from '#services/tags/activity.ts'
import { listTags } from '#services/tags/list.ts'
import { trends } from '#services/trends/report.ts'
import { queryTasks } from '#services/work/tasks.ts'
import { workHere } from '#services/work/work.ts'
import { alwaysHealthy } from '#store/analytics/health.ts'
import { loadTags } from '#tags/load.ts'
import { holds, median, ms, quantile, timed } from '../gnql/figures.ts'
import { openFilled, slugs } from './fill.ts'
import { activityFromSessions, compare, trendsFromSessions } from './recount.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '10000000' },
    addresses: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
    folder: { type: 'string' },
  },
})
const now = Date.now()
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'noisefloor-bench-')))
const began = performance.now()
const { analytics, close } = await openFilled(folder, {
  sessions: Number(values.sessions),
  addresses: Number(values.addresses),
  now,
})
console.log(`${values.sessions} sessions, ready in ${((performance.now() - began) / 1000).toFixed(0)} s`)
const deps = {
  analytics,
  budget,
  health: alwaysHealthy,
  work: workHere(queryTasks, { tags: new Map() }),
  clock: () => now,
  tags: new Map(loadTags().map((tag) => [tag.slug, tag])),
} as Partial<Deps> as Deps
const ctx = ctxFor(deps, { scope: visitorScope(visitorPlan), signal: new AbortController().signal })

/** The most and the least carried, and what lies between. */
const asked = [0, 1, 3, 9, 27, 81, 160, slugs.length - 1].flatMap((at) => slugs[at] ?? [])
const rounds = Number(values.rounds)

async function times(run: (round: number) => Promise<unknown>, amount = rounds): Promise<number[]> {
  await run(0)
  const took: number[] = []
  for (let round = 0; round < amount; round++) took.push(await timed(() => run(round)))
  return took
}
const line = (name: string, took: number[], limit: number | null, raw: number[] | null): void => {
  const half = median(took)
  const against = raw
    ? ` ${(median(raw) / half).toFixed(0).padStart(5)} x the sessions' ${ms(median(raw))}`
    : ''
  const bound = limit === null ? '' : ` <= ${limit} ms ${holds(half <= limit)}`
  console.log(
    `${name.padEnd(28)} p50 ${ms(half).padStart(7)} p95 ${ms(quantile(took, 0.95)).padStart(7)}${bound}${against}`,
  )
}

try {
  for (const days of [1, 7, 30, 90]) {
    const limit = days <= 30 ? 50 : 150
    const since = firstDayOfWindow(now, days)
    line(
      `trends, ${days} days`,
      await times(() => trends(ctx, { sort: 'trending', days })),
      limit,
      await times(() => trendsFromSessions(analytics, since), 3),
    )
    const took: number[] = []
    const raw: number[] = []
    for (const tag of asked) {
      const own = await times(() => tagActivity(ctx, { tag, days }), Math.ceil(rounds / 3))
      took.push(...own)
      raw.push(...(await times(() => activityFromSessions(analytics, since, tag), 1)))
      if (tag === asked[0]) line(`  of the most carried tag`, own, null, null)
    }
    line(`activity, ${days} days`, took, limit, raw)
  }
  line('list of tags', await times(() => listTags(ctx, {})), 50, null)
  const { counts, wrong } = await compare(analytics, firstDayOfWindow(now, 7))
  console.log(
    `${counts} counts of 7 days beside the sessions, ${wrong} differ: exact ${holds(wrong === 0 && counts > 0)}`,
  )
  const whole = await compare(analytics, firstDayOfWindow(now, 90))
  console.log(
    `${whole.counts} counts of all days, ${whole.wrong} differ: exact ${holds(whole.wrong === 0 && whole.counts > 0)}`,
  )
} finally {
  await close()
  if (!values.folder) await rm(folder, { recursive: true, force: true })
}
