import { DatabaseError } from 'pg'

/** What kept a connection from being made, or broke one amid a statement: by itself it may be of any server. */
const lost = new WeakSet<object>()

/** For errors of a connection to the database: they are known as that afterwards. */
export function connectionLost(error: unknown): void {
  if (typeof error === 'object' && error !== null) lost.add(error)
}

/** Rethrows what kept a connection to the database from being made. */
export function notConnected(error: unknown): never {
  connectionLost(error)
  throw error
}

/** The driver's words for a statement on a connection that had broken before, as the end of a transaction is. */
const onBroken = 'Client has encountered a connection error and is not queryable'

/** Whether PostgreSQL was not there, ended the connection (SQLSTATE classes 08 and 57P), or died: the same may be asked again. */
export const isDatabaseAway = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && lost.has(error)) ||
  (error instanceof Error && error.message === onBroken) ||
  (error instanceof DatabaseError && /^(?:08|57P)/.test(error.code ?? ''))
