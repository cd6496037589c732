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
  return names.length === 0 || isUnderWay(rules) ? null : names
}

/** Somebody swaps sessions of the day, has yet to make what follows from them, or died over it. */
export const isUnderWay = (rules: string): boolean => namesOf(rules).includes(underWay)

export const withSet = (rules: string, name: string): string =>
  covers(rules, name) ? rules : [...namesOf(rules), name].join(' ')

/** While a day is retagged by this set: until it is done, a note that says less than before is not true. */
export const underWayTo = (name: string): string => `${underWay} ${name}`

/** Once everything follows; sets that intake added meanwhile stay. */
export const done = (rules: string): string =>
  namesOf(rules)
    .filter((name) => name !== underWay)
    .join(' ')

const notes = defineQuery({
  name: 'notes of days',
  params: z.object({
    origin: z.string(),
    days: z.array(z.iso.date()),
    workspaces: z.array(z.string()),
    others: z.boolean(),
  }),
  row: z.object({
    day: z.iso.date(),
    workspace: z.string(),
    rules: z.string(),
    sessions: count,
    earlier: count,
  }),
  sql: `SELECT day, workspace, rules, sessions, earlier FROM {local}.tagged_days FINAL
WHERE origin = {origin: String} AND day IN {days: Array(Date)}
  AND (workspace IN {workspaces: Array(String)} OR ({others: Bool} AND startsWith(rules, '${underWay}')))`,
})

/** The notes of a day by owner; an owner without one is not among them. All that say that something is under way are, whose ever. */
export async function readNotes(
  host: Querier,
  { origin, day, workspaces }: { origin: Origin; day: string; workspaces: readonly string[] },
): Promise<Map<string, Note>> {
  const rows = await host.run(notes, { origin, days: [day], workspaces: [...workspaces], others: true })
  return new Map(rows.map((row) => [row.workspace, { origin, ...row }]))
}

/** The note of one owner on a day, where there is one. */
export const noteOf = async (
  host: Querier,
  { workspace, ...day }: { origin: Origin; day: string; workspace: string },
): Promise<Note | undefined> => (await readNotes(host, { ...day, workspaces: [workspace] })).get(workspace)

/** The notes that one owner has of days of one origin. */
export async function readNotesOfDays(
  host: Querier,
  { origin, days, workspace }: { origin: Origin; days: readonly string[]; workspace: string },
): Promise<Note[]> {
  const rows = await host.run(notes, { origin, days: [...days], workspaces: [workspace], others: false })
  return rows.map((row) => ({ origin, ...row }))
}

/** The newest note wins, also when the clock went back since the one before. */
export const writeNote = (host: Querier, note: Note): Promise<void> => writeNotes(host, note, [note])

/** The same of several days of one owner, in one act. */
export async function writeNotes(
  host: Querier,
  { origin, workspace }: Pick<Note, 'origin' | 'workspace'>,
  notes: readonly Pick<Note, 'day' | 'rules' | 'sessions' | 'earlier'>[],
): Promise<void> {
  if (notes.length === 0) return
  await host.command(
    `INSERT INTO {local}.tagged_days (origin, day, workspace, rules, sessions, earlier, at)
     SELECT {origin: String}, note.1, {workspace: String}, note.2, note.3, note.4,
       greatest(now64(3, 'UTC'), (SELECT max(t.at) FROM {local}.tagged_days AS t
         WHERE t.origin = {origin: String} AND t.day IN {days: Array(Date)} AND t.workspace = {workspace: String})
         + toIntervalMillisecond(1))
     FROM (SELECT arrayJoin(arrayZip({days: Array(Date)}, {rules: Array(String)}, {sessions: Array(UInt64)},
       {earlier: Array(UInt64)})) AS note)`,
    {
      origin,
      workspace,
      days: notes.map(({ day }) => day),
      rules: notes.map(({ rules }) => rules),
      sessions: notes.map(({ sessions }) => sessions),
      earlier: notes.map(({ earlier }) => earlier),
    },
  )
}

/**
 * Says of the sessions of a day, or of all days, that what is counted over time may not be right: some were lost, and as many may have come
 * again since without it.
 */
export const forgetAmounts = (host: Querier, day: { origin: string; day: string } | null): Promise<void> =>
  host.command(
    `INSERT INTO {local}.tagged_days (origin, day, workspace, rules, sessions, earlier, at)
     SELECT origin, day, workspace, rules, 0, 0, greatest(now64(3, 'UTC'), at + toIntervalMillisecond(1)) FROM {local}.tagged_days FINAL
     WHERE workspace = {workspace: String} ${day ? 'AND origin = {origin: String} AND day = {day: Date}' : ''}`,
    { workspace: product, ...day },
  )

const amounts = defineQuery({
  name: 'sessions of days and of those before',
  params: z.object({ origin: z.string(), days: z.array(z.iso.date()) }),
  row: z.object({ day: z.iso.date(), sessions: count, earlier: count }),
  sql: `SELECT asked AS day, sumIf(rows, of = asked) AS sessions, sumIf(rows, of = asked - 1) AS earlier FROM (
  SELECT rows, toDate(extract(partition, '[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS of FROM system.parts
  WHERE active AND database = '{local}' AND table = 'sessions' AND startsWith(partition, concat('(''', {origin: String}, '''')))
ARRAY JOIN [of, of + 1] AS asked WHERE asked IN {days: Array(Date)} GROUP BY asked`,
})

export interface Amounts {
  sessions: number
  earlier: number
}

/** How many sessions days of one origin and the ones before have now, by day. */
export async function amountsOfDays(
  host: Querier,
  { origin, days }: { origin: Origin; days: readonly string[] },
): Promise<(day: string) => Amounts> {
  const found = new Map(
    (await host.run(amounts, { origin, days: [...days] })).map(({ day, ...amount }) => [day, amount]),
  )
  return (day) => found.get(day) ?? { sessions: 0, earlier: 0 }
}

/** How many sessions a day and the one before have now. */
export const amountsOf = async (
  host: Querier,
  { origin, day }: { origin: Origin; day: string },
): Promise<Amounts> => (await amountsOfDays(host, { origin, days: [day] }))(day)
