import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { withLock } from '../locks.ts'
import { endStaging } from '../partitions.ts'
import { covers, isUnderWay, type Note, product, readNotes, withSet, writeNote } from './notes.ts'
import type { Rebuild } from './rebuild.ts'

/** Sessions that are to be added to a day, and the set of each owner of rules that tagged them. */
export interface UnitToStore extends Rebuild {
  /** By owner: the product, and each workspace that the sessions are of. */
  rules: ReadonlyMap<string, string>
  /** The set of a workspace without rules. */
  noRules?: string
}

const holds = defineQuery({
  name: 'whether a day has sessions',
  params: z.object({ origin: z.string(), day: z.iso.date(), workspace: z.string() }),
  row: z.object({ stored: flag }),
  sql: `SELECT count() > 0 AS stored FROM (SELECT 1 FROM {local}.sessions
  WHERE origin = {origin: String} AND toDate(first_packet) = {day: Date}
    AND ({workspace: String} = '' OR workspace = {workspace: String}) LIMIT 1)`,
})

/** The notes that must be written before the sessions are added, by owner; none when all may stay. */
async function wanted(
  host: Querier,
  { rules, noRules, ...day }: UnitToStore,
  notes: ReadonlyMap<string, Note>,
): Promise<Map<string, string>> {
  const missing = new Map<string, string>()
  for (const [workspace, name] of rules) {
    const note = notes.get(workspace)
    if (note && covers(note.rules, name)) continue
    // Without a note nobody knows, and who has no rules adds nothing to that.
    if (!note && name === noRules) continue
    const [found] = await host.run(holds, { ...day, workspace })
    // The first sessions: all of them will be tagged by this set.
    if (!found?.stored) missing.set(workspace, name)
    else if (note) missing.set(workspace, withSet(note.rules, name))
    // The same without a note.
    else if (workspace !== product) missing.set(workspace, '')
  }
  return missing
}

const notesOf = (host: Querier, { rules, origin, day }: UnitToStore): Promise<Map<string, Note>> =>
  readNotes(host, { origin, day, workspaces: [...rules.keys()] })

async function noteUnit(analytics: Analytics, intake: UnitToStore): Promise<void> {
  const { origin, day } = intake
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts)
      for (const [workspace, rules] of await wanted(host, intake, await notesOf(host, intake)))
        await writeNote(host, { origin, day, workspace, rules, sessions: 0, earlier: 0 })
  })
}

async function isNoted(analytics: Analytics, intake: UnitToStore): Promise<boolean> {
  for (const host of analytics.hosts) {
    const notes = await notesOf(host, intake)
    // Nobody swaps anything of a day meanwhile. What an engine still does for somebody who died over it would swap the new ones away.
    if ([...notes.values()].some(({ rules }) => isUnderWay(rules)))
      for (const table of ['sessions', 'ip_day', 'tag_day'] as const) await endStaging(host, table)
    if ((await wanted(host, intake, notes)).size > 0) return false
  }
  return true
}

/**
 * Adds sessions to a day of whose notes it is sure that they name the sets that tagged them (notes.ts): the note is looked at
 * under the lock that keeps out whoever retags days, and so stays true until the sessions are there. Dying in between leaves
 * a note that names one set too many, or is about a day without sessions.
 */
export async function addNoted(
  analytics: Analytics,
  intake: UnitToStore,
  append: () => Promise<void>,
): Promise<void> {
  const tried = async (): Promise<boolean> => {
    if (!(await isNoted(analytics, intake))) return false
    await append()
    return true
  }
  while (!(await withLock(analytics, 'sessions', tried, { shared: true }))) await noteUnit(analytics, intake)
}
