import { createHash } from 'node:crypto'
import { Refusal } from '#model/errors.ts'
import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { outOfBounds, QueryFailed } from '#store/analytics/query/errors.ts'
import { insertSessions, type InsertSessions, type Tagging } from '#store/analytics/sessions/insert.ts'
import { notStored } from '#store/analytics/sessions/stored.ts'
import type { Rulebook } from '../tag/compile.ts'
import type { DrainUnit } from './units.ts'

export type UnitRules = Pick<Rulebook, 'forUnit' | 'frugal'>

/** The own rules of the workspaces that have any. */
export interface OwnRules {
  of: ReadonlyMap<string, UnitRules>
  /** Adds sessions when the day's notes name the rules that tagged them; `isOwn`: own ones, too. */
  add: (sessions: readonly Session[], append: () => Promise<void>, isOwn: boolean) => Promise<void>
}

/**
 * Stores a unit. Where an attempt may have come before (`again`), what is stored is left out: the engine's own memory of
 * tokens lies in a file without a checksum.
 *
 * Requests that hold what hundreds of rules look for take the engine megabytes each. What is too much for one statement is
 * stored in halves, and in the end one session with the frugal tagging: it would be tried for ever otherwise. Sessions of each
 * workspace with rules of its own go by a statement of their own; should the engine refuse that, they are stored without these
 * tags, and the day is due.
 */
export async function insertUnit(
  analytics: Analytics,
  unit: DrainUnit,
  again: boolean,
  rules: UnitRules,
  { of, add }: Partial<OwnRules> = {},
): Promise<void> {
  const store = async (
    piece: Omit<InsertSessions, 'tagging' | 'own'>,
    ownRules: UnitRules | undefined,
  ): Promise<void> => {
    const { sessions } = piece
    const tagged = (tag: (by: UnitRules) => Tagging): Pick<InsertSessions, 'tagging' | 'own' | 'within'> => ({
      tagging: tag(rules),
      ...(ownRules && { own: tag(ownRules) }),
      ...(add && { within: (append) => add(sessions, append, ownRules !== undefined) }),
    })
    try {
      await insertSessions(analytics, { ...piece, ...tagged((by) => by.forUnit(sessions)) })
    } catch (error) {
      if (ownRules && error instanceof QueryFailed) return store(piece, undefined)
      if (!outOfBounds(error)) throw error
      if (sessions.length <= 1) {
        const token = `${unit.token}/frugal/${sessions[0]?.id ?? ''}`
        return insertSessions(analytics, { ...piece, token, ...tagged((by) => by.frugal()) })
      }
      const middle = sessions.length >> 1
      const [first, second] = [sessions.slice(0, middle), sessions.slice(middle)]
      await store({ sessions: first, token: tokenOf(unit, first) }, ownRules)
      await store(
        { sessions: second, token: tokenOf(unit, second), marked: piece.marked ?? sessions },
        ownRules,
      )
    }
  }
  const sessions = again || unit.again ? await missingOf(analytics, unit) : unit.sessions
  const [last = [undefined, sessions], ...others] = Map.groupBy(sessions, ({ workspace }) =>
    of?.get(workspace),
  )
  // What is marked is marked when all of it stands.
  for (const [ownRules, some] of others)
    await store({ sessions: some, marked: [], token: tokenOf(unit, some) }, ownRules)
  const token = others.length > 0 ? tokenOf(unit, last[1]) : unit.token
  await store({ sessions: last[1], marked: unit.sessions, token }, last[0])
}

/** Halves are named by their sessions: a retry leaves out what is stored and halves the rest elsewhere. */
const tokenOf = ({ token }: DrainUnit, sessions: readonly Session[]): string =>
  `${token}/${createHash('sha256')
    .update(sessions.map(({ id }) => id).join())
    .digest('hex')}`

/** An engine that cannot say is asked again: the sessions are not to blame. */
async function missingOf(analytics: Analytics, unit: DrainUnit): Promise<readonly Session[]> {
  try {
    return await notStored(analytics, unit)
  } catch (error) {
    throw new Refusal('busy', { message: `The store cannot say what it has: ${String(error)}` })
  }
}
