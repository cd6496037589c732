import type { Origin } from '#model/session.ts'
import {
  marksOf,
  type SessionBlock,
  sessionBlock,
  type SessionMarks,
} from '#store/analytics/sessions/insert.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { decodeSessions } from '../../spool/session-codec.ts'
import type { RuleSet } from '../../tag/rule-set.ts'
import { tagsBy } from '../tag-unit.ts'
import { splitUnits } from '../units.ts'

/** A unit ready for the store: of its sessions only what whoever stores them has to know. */
export interface PreparedUnit {
  origin: Origin
  /** "YYYY-MM-DD" of the first packets, UTC. */
  day: string
  sessions: number
  workspaces: string[]
  block: SessionBlock
  marks: SessionMarks
}

export interface Prepared {
  /** Name of the set of rules that tagged them. */
  rules: string
  /** In the order of splitUnits (units.ts). */
  units: PreparedUnit[]
}

/**
 * Reads, splits and tags the sessions of a range, and writes down what the engine is to take.
 * @param bodies of its frames, in order
 * @returns null where some have no valid time: they are to be set aside one by one
 * @throws what reading a body or a value throws
 */
export async function prepareRange(
  bodies: readonly Buffer[],
  rules: Pick<RuleSet, 'name' | 'tagger'>,
): Promise<Prepared | null> {
  const sessions: SessionRow[] = []
  for (const body of bodies) for (const session of await decodeSessions(body)) sessions.push(session)
  const { units, timeless } = splitUnits('', sessions)
  if (timeless.length > 0) return null
  const prepared: PreparedUnit[] = []
  for (const unit of units) {
    const tags = await tagsBy(rules, unit.sessions)
    const block = await sessionBlock(unit.sessions, { tagsOf: (row) => tags.get(row) ?? [] })
    prepared.push({
      origin: unit.origin,
      day: unit.day,
      sessions: unit.sessions.length,
      workspaces: [...new Set(unit.sessions.map(({ workspace }) => workspace))],
      block,
      marks: marksOf(unit.sessions),
    })
  }
  return { rules: rules.name, units: prepared }
}
