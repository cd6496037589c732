import { z } from 'zod'
import { origins, type Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Tagging } from '../sessions/insert.ts'
import type { Counting } from './threshold-tags.ts'
import { retag } from './retag.ts'
import { hasThresholdDifferences } from './threshold-differences.ts'

/** Rules ready to run. */
export interface Rules {
  /** Changes when any rule does. */
  name: string
  tagging: Tagging
  counting: readonly Counting[]
}

/** A day whose tags are not known to be those of the rules. */
export interface DueDay {
  origin: Origin
  day: string
  /** `rules`: tagged with others, or nobody knows; `sessions`: some came since, so what is counted may have changed. */
  because: 'rules' | 'sessions'
}

const days = defineQuery({
  name: 'days and the rules they were tagged with',
  params: z.object({}),
  row: z.object({
    origin: z.enum(origins),
    day: z.iso.date(),
    sessions: count,
    earlier: count,
    rules: z.string(),
    tagged: count,
    tagged_earlier: count,
  }),
  sql: `WITH stored AS (
  SELECT extract(partition, '^\\\\(''([a-z]+)''') AS origin, toDate(extract(partition, '[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS day,
    sum(rows) AS sessions
  FROM system.parts WHERE active AND database = '{local}' AND table = 'sessions' GROUP BY origin, day)
SELECT s.origin AS origin, s.day AS day, s.sessions AS sessions, e.sessions AS earlier,
  t.rules AS rules, t.sessions AS tagged, t.earlier AS tagged_earlier
FROM stored AS s
LEFT JOIN (SELECT origin, day + 1 AS day, sessions FROM stored) AS e ON e.origin = s.origin AND e.day = s.day
LEFT JOIN (SELECT toString(origin) AS origin, day, rules, sessions, earlier FROM {local}.tagged_days FINAL) AS t
  ON t.origin = s.origin AND t.day = s.day
ORDER BY day DESC, origin`,
})

/** Stands in the place of the rules' name while a day is tagged anew: no rules are called so. */
const underWay = ''

type Day = z.infer<(typeof days)['row']>

const dueOf = (day: Day, rules: string): DueDay['because'] | null => {
  if (day.rules !== rules) return 'rules'
  return day.sessions === day.tagged && day.earlier === day.tagged_earlier ? null : 'sessions'
}

/**
 * The days that are due, newest first, and how many there are in all; on a cluster those due on any host. Days before
 * `since` are left alone: past the retention a day has at most what came late, and its rollups know more.
 */
export async function dueDays(
  analytics: Analytics,
  rules: string,
  since = '',
): Promise<{ due: DueDay[]; days: number }> {
  const due = new Map<string, DueDay>()
  const all = new Set<string>()
  for (const host of analytics.hosts)
    for (const row of await host.run(days, {})) {
      if (row.day < since) continue
      const key = `${row.day} ${row.origin}`
      all.add(key)
      const because = dueOf(row, rules)
      if (because && due.get(key)?.because !== 'rules')
        due.set(key, { origin: row.origin, day: row.day, because })
    }
  const newest = [...due].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, day]) => day)
  return { due: newest, days: all.size }
}

/**
 * Makes the tags of a day's sessions those of the rules, and notes that they are. What came since it was last tagged was
 * tagged on its way in; only what is counted over time may have to follow, and is looked at first. Dying at any moment
 * leaves the day due or done.
 * @returns whether sessions were tagged anew
 */
export async function retagDay(
  analytics: Analytics,
  due: DueDay,
  { name, tagging, counting }: Rules,
): Promise<boolean> {
  const { origin, day } = due
  // Counted before the work: what comes meanwhile makes the day due again.
  const stood = await Promise.all(
    analytics.hosts.map(async (host) => ({
      host,
      row: (await host.run(days, {})).find((row) => row.origin === origin && row.day === day),
    })),
  )
  const note = async (rules: string): Promise<void> => {
    for (const { host, row } of stood)
      if (row)
        await host.insert('{local}.tagged_days', [
          { origin, day, rules, sessions: String(row.sessions), earlier: String(row.earlier) },
        ])
  }
  const again =
    due.because === 'rules' || (await hasThresholdDifferences(analytics, { origin, day }, counting))
  if (again) {
    // Once the sessions are swapped they look up to date; should we die before their rollups follow, this keeps the day due.
    if (due.because === 'sessions') await note(underWay)
    await retag(analytics, { origin, day, tagging, counting })
  }
  await note(name)
  return again
}
