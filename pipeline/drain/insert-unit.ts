import { createHash } from 'node:crypto'
import { Refusal } from '#model/errors.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { outOfBounds } from '#store/analytics/query/errors.ts'
import { repeatRollups } from '#store/analytics/rebuild/repeat-rollups.ts'
import { endAttempts } from '#store/analytics/sessions/end-attempts.ts'
import { type InsertRows, insertRows } from '#store/analytics/sessions/insert.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { notStored } from '#store/analytics/sessions/stored.ts'
import { tagUnit, type UnitRules } from './tag-unit.ts'
import type { DrainUnit } from './units.ts'

export interface OwnRules {
  /** Of the workspaces that have any. */
  of: ReadonlyMap<string, UnitRules>
  /** Adds sessions when the day's notes name the rules that tagged them; `byOwn`: the workspaces whose own ones did, too. */
  add: (
    sessions: readonly SessionRow[],
    append: () => Promise<void>,
    byOwn: ReadonlySet<string>,
  ) => Promise<void>
}

/**
 * Tags and stores a unit. Where an attempt may have come before (`again`), what is left of it under way is ended, and what is stored is
 * left out: the engine's own memory of tokens lies in a file without a checksum. What is too much for the engine in one statement is stored in halves: it would be tried
 * for ever otherwise.
 * @returns whether a statement that failed left a part of the unit behind: what follows from it may be missing
 */
export async function insertUnit(
  analytics: Analytics,
  unit: DrainUnit,
  again: boolean,
  rules: UnitRules,
  { of, add }: Partial<OwnRules> = {},
): Promise<boolean> {
  if (again) await endAttempts(analytics, unit.token)
  const missing = again || unit.again ? await missingOf(analytics, unit) : unit.sessions
  await completeRollups(analytics, unit, missing)
  const { tagsOf, customTagsOf, byOwn } = await tagUnit(missing, rules, of)
  let isPartly = false
  const store = async (piece: InsertRows): Promise<void> => {
    const { rows } = piece
    try {
      await insertRows(analytics, {
        ...piece,
        tagsOf,
        customTagsOf,
        ...(add && { within: (append) => add(rows, append, byOwn) }),
      })
    } catch (error) {
      if (!outOfBounds(error) || rows.length <= 1) throw error
      // Where a rollup passed the bounds its sessions stand already (ClickHouse, materialized views), and would be there twice.
      const left = await missingOf(analytics, { ...unit, sessions: rows })
      isPartly ||= left.length < rows.length
      await completeRollups(analytics, { ...unit, sessions: rows }, left)
      const middle = left.length >> 1
      const [first, second] = [left.slice(0, middle), left.slice(middle)]
      await store({ rows: first, token: tokenOf(unit, first) })
      // What is marked is marked when all of it stands.
      await store({ rows: second, token: tokenOf(unit, second), marked: piece.marked ?? rows })
    }
  }
  await store({ rows: missing, marked: unit.sessions, token: unit.token })
  return isPartly
}

/** Of those that are not missing the rollups may know nothing: the attempt that stored them may have broken off there. */
async function completeRollups(
  analytics: Analytics,
  { origin, day, sessions }: DrainUnit,
  missing: readonly SessionRow[],
): Promise<void> {
  if (missing.length === sessions.length) return
  const isMissing = new Set(missing)
  const stored = sessions.filter((session) => !isMissing.has(session))
  await repeatRollups(analytics, { origin, day, sessions: stored })
}

/** Halves are named by their sessions: a retry leaves out what is stored and halves the rest elsewhere. */
const tokenOf = ({ token }: DrainUnit, sessions: readonly SessionRow[]): string =>
  `${token}/${createHash('sha256')
    .update(sessions.map(({ id }) => id).join())
    .digest('hex')}`

/** An engine that cannot say is asked again: the sessions are not to blame. */
async function missingOf(analytics: Analytics, unit: DrainUnit): Promise<readonly SessionRow[]> {
  try {
    return await notStored(analytics, unit)
  } catch (error) {
    throw new Refusal('busy', { message: `The store cannot say what it has: ${String(error)}` })
  }
}
