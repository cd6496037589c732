import type { Session } from '#model/session.ts'
import { sessionColumns } from '../tables/sessions.ts'

/** Half a surrogate pair cannot travel as UTF-8; it becomes U+FFFD. Everything else passes unchanged, NUL included. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  return value
}

/** A Session as the values of `sessionColumns`, in their order: one line of JSONCompactEachRow. */
export const sessionRow = (session: Session): unknown[] =>
  sessionColumns.map(({ value }) => wellFormed(value(session)))
