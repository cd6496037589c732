import { DatabaseError } from 'pg'

/** What `connect` of a pool failed with: by itself it may be of any server. */
const unconnected = new WeakSet<object>()

/** Rethrows what kept a connection to the database from being made. */
export function notConnected(error: unknown): never {
  if (typeof error === 'object' && error !== null) unconnected.add(error)
  throw error
}

/** Whether PostgreSQL was not there, or ended the connection (SQLSTATE classes 08 and 57P): the same may be asked again. */
export const isDatabaseAway = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && unconnected.has(error)) ||
  (error instanceof DatabaseError && /^(?:08|57P)/.test(error.code ?? ''))
