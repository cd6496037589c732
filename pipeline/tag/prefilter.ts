import { fold } from '#gnql/values/fold.ts'
import type { Session } from '#model/session.ts'
import { ruleValue } from './reading.ts'
import { minPieceLength, type TextTest, type Disjunct } from './dnf.ts'

/** Characters of a unit of sessions that are looked through here; beyond, all rules go along: they cost less then. */
const maxText = 128 * 1024
/** Sessions of such a unit: what a server decodes is read for each, a hundredth of a millisecond on everybody's thread. */
const maxSessions = 1500

/** Pieces by their first letters, and which of them a unit was found to hold. */
class Pieces {
  readonly #byStart = new Map<string, string[]>()

  add(piece: string): void {
    const start = piece.slice(0, minPieceLength)
    const known = this.#byStart.get(start)
    if (!known) this.#byStart.set(start, [piece])
    else if (!known.includes(piece)) known.push(piece)
  }

  findIn(text: string, found: Set<string>): void {
    for (let at = 0; at + minPieceLength <= text.length; at++)
      for (const piece of this.#byStart.get(text.slice(at, at + minPieceLength)) ?? [])
        if (text.startsWith(piece, at)) found.add(piece)
  }
}

const long = ({ pieces }: TextTest): string[] => pieces.filter(({ length }) => length >= minPieceLength)

const textsOf = (column: string, session: Session): string[] => {
  const value = ruleValue(column, session)
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  return texts.filter((text) => typeof text === 'string')
}

/**
 * Tells which variants a unit of sessions can fulfil, by the pieces of text that stand anywhere in it: handing the engine
 * all rules costs more than a small insert itself. What is left out cannot hold for any of the sessions; whether what is
 * left holds, the engine says.
 * @returns null for a unit with too many sessions or too much text to look through: any variant may hold
 */
export function narrowing(
  disjuncts: readonly Disjunct[],
): (sessions: readonly Session[]) => ((variant: Disjunct) => Disjunct | null) | null {
  const columns = new Map<string, Pieces>()
  for (const test of disjuncts.flatMap(({ clauses }) => clauses.flat())) {
    const pieces = columns.get(test.column.name) ?? new Pieces()
    columns.set(test.column.name, pieces)
    for (const piece of long(test)) pieces.add(piece)
  }
  // Most sessions hold no request: they are not asked for the texts of one.
  const withoutRequests = [...columns].filter(([column]) => !column.startsWith('http_'))
  return (sessions) => {
    if (sessions.length > maxSessions) return null
    const found = new Map([...columns.keys()].map((column) => [column, new Set<string>()]))
    let left = maxText
    for (const session of sessions)
      for (const [column, pieces] of session.http ? columns : withoutRequests)
        for (const text of textsOf(column, session)) {
          left -= text.length
          if (left < 0) return null
          pieces.findIn(fold(text), found.get(column) ?? new Set())
        }
    const canPass = (test: TextTest): boolean =>
      long(test).every((piece) => found.get(test.column.name)?.has(piece))
    return ({ clauses, rest }) => {
      const kept = clauses.map((tests) => tests.filter(canPass))
      return kept.every((tests) => tests.length > 0) ? { clauses: kept, rest } : null
    }
  }
}
