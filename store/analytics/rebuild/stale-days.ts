import { z } from 'zod'
import { origins, type Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { outOfBounds } from '../query/errors.ts'
import type { Querier } from '../query/querier.ts'
import { changedRules, differingDays } from './differences.ts'
import { amountsOf, isOf, type Note, noteOf, product, setsOf, writeNotes } from './notes.ts'
import { recount, retag, retagOwn } from './retag.ts'
import { changedSince, ownerOf, type Rules } from './rule-sets.ts'
import { rightlyCounted, wronglyCountedDays } from './rightly-counted.ts'

export type { Rules } from './rule-sets.ts'

/** A day whose tags are not known to be those of the rules. */
export interface StaleDay {
  origin: Origin
  day: string
  /** `rules`: tagged with others, or nobody knows; `sessions`: some came since, so what is counted may have changed. */
  because: 'rules' | 'sessions'
}

const stored = `stored AS (
  SELECT extract(partition, '^\\\\(''([a-z]+)''') AS origin, toDate(extract(partition, '[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS day,
    sum(rows) AS sessions
  FROM system.parts WHERE active AND database = '{local}' AND table = 'sessions' GROUP BY origin, day)`

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
  sql: `WITH ${stored}
SELECT s.origin AS origin, s.day AS day, s.sessions AS sessions, e.sessions AS earlier,
  t.rules AS rules, t.sessions AS tagged, t.earlier AS tagged_earlier
FROM stored AS s
LEFT JOIN (SELECT origin, day + 1 AS day, sessions FROM stored) AS e ON e.origin = s.origin AND e.day = s.day
LEFT JOIN (SELECT toString(origin) AS origin, day, rules, sessions, earlier FROM {local}.tagged_days FINAL WHERE workspace = '') AS t
  ON t.origin = s.origin AND t.day = s.day
ORDER BY day DESC, origin`,
})

type Day = z.infer<(typeof days)['row']>

const dueOf = (day: Day, rules: string): StaleDay['because'] | null => {
  if (!isOf(day.rules, rules)) return 'rules'
  return day.sessions === day.tagged && day.earlier === day.tagged_earlier ? null : 'sessions'
}

/**
 * The days that are due, newest first, and how many there are in all; on a cluster those due on any host. Days before
 * `since` are left alone: past the retention a day has at most what came late, and its rollups know more.
 */
export async function staleDays(
  analytics: Analytics,
  rules: string,
  since = '',
): Promise<{ due: StaleDay[]; days: number }> {
  const due = new Map<string, StaleDay>()
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

const ownDays = defineQuery({
  name: 'days that the own rules of a workspace did not tag',
  params: z.object({ workspaces: z.array(z.string()), names: z.array(z.string()), none: z.string() }),
  row: z.object({ origin: z.enum(origins), day: z.iso.date(), workspace: z.string() }),
  sql: `WITH ${stored}
SELECT s.origin AS origin, s.day AS day, w.workspace AS workspace
FROM stored AS s
CROSS JOIN (SELECT DISTINCT workspace FROM (
  SELECT arrayJoin({workspaces: Array(String)}) AS workspace
  UNION ALL SELECT toString(workspace) FROM {local}.tagged_days WHERE workspace != '')) AS w
LEFT JOIN (SELECT toString(origin) AS origin, day, toString(workspace) AS workspace, rules FROM {local}.tagged_days FINAL
  WHERE workspace != '') AS t ON t.origin = s.origin AND t.day = s.day AND t.workspace = w.workspace
WHERE t.rules != if(indexOf({workspaces: Array(String)}, w.workspace) = 0, {none: String},
  {names: Array(String)}[indexOf({workspaces: Array(String)}, w.workspace)])
ORDER BY day DESC, origin, workspace`,
})

/** A day with sessions whose custom tags are not known to be those of their workspace's own rules. */
export interface OwnStaleDay extends StaleDay {
  workspace: string
}

/**
 * The days on which the sessions of a workspace may carry other custom tags than its own rules give, newest first. `own`: the name
 * of the set of each workspace that has one; `none`: that of the set without rules, which all others have.
 */
export async function ownStaleDays(
  analytics: Analytics,
  { own, none, since = '' }: { own: ReadonlyMap<string, string>; none: string; since?: string },
): Promise<OwnStaleDay[]> {
  const due = new Map<string, OwnStaleDay>()
  const params = { workspaces: [...own.keys()], names: [...own.values()], none }
  for (const host of analytics.hosts)
    for (const row of await host.run(ownDays, params))
      if (row.day >= since) due.set(`${row.day} ${row.origin} ${row.workspace}`, { ...row, because: 'rules' })
  return [...due].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, day]) => day)
}

/** Sessions that one statement goes through while others wait to be added. */
const sessionsAtOnce = 500_000

/**
 * Of days that are due because of rules, those that hold a session which the change of rules may give or take a tag. The others
 * are noted as tagged by these rules, for so they are. Sessions are kept out while a piece of them is looked through.
 */
export async function touchedDays<Due extends StaleDay>(
  analytics: Analytics,
  due: readonly Due[],
  rules: Rules,
): Promise<Due[]> {
  const touched = new Set<string>()
  for (const days of await piecesOf(analytics, due))
    await withLock(analytics, 'sessions', async () => {
      for (const host of analytics.hosts)
        for (const key of await touchedOn(host, days, rules)) touched.add(key)
    })
  return due.filter((day) => touched.has(keyOf(day)))
}

/** Days of one origin each, as many as one statement may go through. */
async function piecesOf(analytics: Analytics, due: readonly StaleDay[]): Promise<StaleDay[][]> {
  const pieces: { origin: Origin; sessions: number; days: StaleDay[] }[] = []
  for (const day of due) {
    let sessions = 0
    for (const host of analytics.hosts) sessions += (await amountsOf(host, day)).sessions
    const piece = pieces.find((one) => one.origin === day.origin && one.sessions + sessions <= sessionsAtOnce)
    if (piece) {
      piece.days.push(day)
      piece.sessions += sessions
    } else pieces.push({ origin: day.origin, sessions, days: [day] })
  }
  return pieces.map(({ days }) => days)
}

const keyOf = ({ origin, day }: Pick<StaleDay, 'origin' | 'day'>): string => `${day} ${origin}`

/** Days of one origin. */
async function touchedOn(host: Querier, due: readonly StaleDay[], rules: Rules): Promise<string[]> {
  const workspace = ownerOf(rules)
  const touched: string[] = []
  const noted: { note: Note; now: { sessions: number; earlier: number } }[] = []
  for (const { origin, day } of due) {
    const found = await noteOf(host, { origin, day, workspace })
    const note = found ?? { origin, day, workspace, rules: '', sessions: 0, earlier: 0 }
    if (isOf(note.rules, rules.name)) continue
    // What was derived from the sessions may not follow from them: all of it is done again.
    if (workspace === product && !setsOf(note.rules)) touched.push(keyOf(note))
    else noted.push({ note, now: await amountsOf(host, note) })
  }
  for (const [names, some] of Map.groupBy(noted, ({ note }) => note.rules)) {
    const sets = setsOf(names)
    const changed = await changedRules(rules, sets && (await changedSince(host, sets, rules)))
    const [first] = some
    if (!first) continue
    const { origin } = first.note
    const differing = await differingDays(
      host,
      { origin, days: some.map(({ note }) => note.day) },
      rules,
      changed,
    ).catch((error: unknown) => {
      // Too much to be asked is not too much to be done: nothing is left out for it.
      if (!outOfBounds(error)) throw error
      return new Set(some.map(({ note }) => note.day))
    })
    const isCounted = ({ note, now }: (typeof some)[number]): boolean =>
      now.sessions === note.sessions && now.earlier === note.earlier
    const sessionsOf = (day: string): number => some.find(({ note }) => note.day === day)?.now.sessions ?? 0
    for (const [counted, these] of Map.groupBy(some, isCounted)) {
      const days = these.map(({ note }) => note.day).sort()
      const same = days.filter((day) => !differing.has(day))
      const counting = counted ? changed.counting : rules.counting
      const wrong = await wronglyCountedDays({ hosts: [host] }, { origin, days: same, sessionsOf }, counting)
      for (const day of days) if (differing.has(day) || wrong.has(day)) touched.push(keyOf({ origin, day }))
      await writeNotes(
        host,
        { origin, workspace },
        these
          .filter(({ note: { day } }) => !differing.has(day) && !wrong.has(day))
          .map(({ note, now }) => ({ ...note, rules: rules.name, ...(workspace === product && now) })),
      )
    }
  }
  return touched
}

/** Gives the sessions of a day the tags of the rules; where they were tagged by these, only those that are counted over time. */
export async function retagBy(
  analytics: Analytics,
  { origin, day, because }: StaleDay,
  rules: Rules,
): Promise<void> {
  const { name, counting } = rules
  const workspace = ownerOf(rules)
  const isOnlyCounted = workspace === product && because === 'sessions'
  if (isOnlyCounted && (await recount(analytics, { origin, day, counting, name }))) return
  await rules.compile?.()
  const { tagging } = rules
  if (workspace === product) await retag(analytics, { origin, day, tagging, counting, name })
  else await retagOwn(analytics, { origin, day, own: { workspace, name, tagging } })
}

/**
 * Makes the tags of a day's sessions those of the rules, and notes that they are. What came since it was last tagged was
 * tagged on its way in; only what is counted over time may have to follow, and is looked at first. Dying at any moment
 * leaves the day due or done.
 * @returns whether sessions were retagged
 */
export async function retagIfTouched(analytics: Analytics, due: StaleDay, rules: Rules): Promise<boolean> {
  const isTouched =
    due.because === 'rules'
      ? (await touchedDays(analytics, [due], rules)).length > 0
      : (await rightlyCounted(analytics, [due], rules)).length === 0
  if (isTouched) await retagBy(analytics, due, rules)
  return isTouched
}
