import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'

/**
 * Notes in `tagged_days`: by which sets of rules the sessions of a day carry their tags, for each owner of rules. A session was
 * tagged by one of the sets that the note names, so a day whose note names one set only is tagged by that. Notes are written
 * under the lock 'sessions' that nobody shares, and read before sessions are added under the one that all who add share.
 */

/** The owner of the product's own rules; every other is a workspace. */
export const product = ''

/** Nobody knows by which. */
const unknown = ''
/** Among the names: sessions were swapped, or are about to be, and what is derived from them may not have followed. */
const underWay = '~'

const namesOf = (rules: string): string[] => rules.split(' ').filter((name) => name !== '')

export interface Note {
  origin: Origin
  day: string
  workspace: string
  /** Names of sets, separated by spaces. */
  rules: string
  /** Sessions of the day, and of the one before, when what is counted over time was last known to be right. */
  sessions: number
  earlier: number
}

/** The note says that all tags are those of this set, and that what follows from them does. */
export const isOf = (rules: string, name: string): boolean => rules === name

/** Sessions tagged by this set may be added, and the note stays true. */
export const covers = (rules: string, name: string): boolean =>
  rules === unknown || namesOf(rules).includes(name)

/** The sets of which each session was tagged by one; null when that is not known, or not all follows from them. */
export const setsOf = (rules: string): string[] | null => {
  const names = namesOf(rules)
  return names.length === 0 || names.includes(underWay) ? null : names
}

export const withSet = (rules: string, name: string): string =>
  covers(rules, name) ? rules : [...namesOf(rules), name].join(' ')

/** While a day is tagged anew by this set: until it is done, a note that says less than before is not true. */
export const underWayTo = (name: string): string => `${underWay} ${name}`

/** Once everything follows; sets that intake added meanwhile stay. */
export const done = (rules: string): string =>
  namesOf(rules)
    .filter((name) => name !== underWay)
    .join(' ')

const notes = defineQuery({
  name: 'notes of a day',
  params: z.object({ origin: z.string(), day: z.iso.date(), workspaces: z.array(z.string()) }),
  row: z.object({ workspace: z.string(), rules: z.string(), sessions: count, earlier: count }),
  sql: `SELECT workspace, rules, sessions, earlier FROM {local}.tagged_days FINAL
WHERE origin = {origin: String} AND day = {day: Date} AND workspace IN {workspaces: Array(String)}`,
})

/** The notes of a day by owner; an owner without one is not among them. */
export async function readNotes(
  host: Querier,
  { origin, day, workspaces }: { origin: Origin; day: string; workspaces: readonly string[] },
): Promise<Map<string, Note>> {
  const rows = await host.run(notes, { origin, day, workspaces: [...workspaces] })
  return new Map(rows.map((row) => [row.workspace, { origin, day, ...row }]))
}

/** The newest note wins, also when the clock went back since the one before. */
export async function writeNote(host: Querier, note: Note): Promise<void> {
  const { origin, day, workspace, rules, sessions, earlier } = note
  await host.command(
    `INSERT INTO {local}.tagged_days (origin, day, workspace, rules, sessions, earlier, at)
     SELECT {origin: String}, {day: Date}, {workspace: String}, {rules: String}, {sessions: UInt64}, {earlier: UInt64},
       greatest(now64(3, 'UTC'), max(t.at) + toIntervalMillisecond(1))
     FROM {local}.tagged_days AS t
     WHERE t.origin = {origin: String} AND t.day = {day: Date} AND t.workspace = {workspace: String}`,
    { origin, day, workspace, rules, sessions: String(sessions), earlier: String(earlier) },
  )
}

const amounts = defineQuery({
  name: 'sessions of a day and of the one before',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ sessions: count, earlier: count }),
  sql: `SELECT sumIf(rows, of = {day: Date}) AS sessions, sumIf(rows, of = {day: Date} - 1) AS earlier FROM (
  SELECT rows, toDate(extract(partition, '[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS of FROM system.parts
  WHERE active AND database = '{local}' AND table = 'sessions' AND startsWith(partition, concat('(''', {origin: String}, '''')))`,
})

/** How many sessions a day and the one before have now. */
export async function amountsOf(
  host: Querier,
  day: { origin: Origin; day: string },
): Promise<{ sessions: number; earlier: number }> {
  const [found] = await host.run(amounts, { origin: day.origin, day: day.day })
  return found ?? { sessions: 0, earlier: 0 }
}
