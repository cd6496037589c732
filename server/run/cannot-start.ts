/** Why the server cannot start here, in words for the operator. */
export class CannotStart extends Error {}

/** What another machine, or whoever is asked there, says no to. */
interface Fault {
  code?: unknown
  message: string
  cause?: unknown
}

/** The fault of a store that a setting names: it is told with the setting, which may hold a password and is not repeated. */
export function notUsable(setting: 'DATABASE_URL' | 'CLICKHOUSE_URL', error: unknown): unknown {
  const fault = faultIn(error)
  return fault === null
    ? error
    : new CannotStart(`The server that ${setting} names cannot be used: ${fault.message}`)
}

/** Of the system (ECONNREFUSED) or of the server (SQLSTATE and the like); what has no code is a mistake of ours. */
function faultIn(error: unknown): Fault | null {
  if (!(error instanceof Error) || error instanceof CannotStart) return null
  const { code, cause } = error as Fault
  // A Refusal stands for what was refused.
  if (cause instanceof Error) return faultIn(cause) ?? (cause as Fault)
  return typeof code === 'string' ? (error as Fault) : null
}

/** Why nobody can listen there, in words that name the setting; null for what is no fault of an address or a port. */
export function listenFault(
  { code, syscall }: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string | null {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set PORT to another.`
  if (code === 'EACCES' && syscall === 'listen')
    return `This user may not listen on port ${port}: set PORT to another.`
  const isNoAddress = code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && code !== undefined)
  return isNoAddress ? `HOST=${host} is no address of this machine (${code}).` : null
}

/** SQLite's own number for a disk that is full (https://www.sqlite.org/rescode.html#full). */
const sqliteFull = 13

/** That nothing more can be written into the data folder, in words that name it; null for any other fault. */
export function diskFault(error: unknown, { dataFolder }: { dataFolder: string }): string | null {
  const { code, syscall, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  // Linux says the same of too many watched files.
  const isFull = (code === 'ENOSPC' || code === 'EDQUOT') && syscall !== 'watch'
  return isFull || errcode === sqliteFull
    ? `The disk of the data folder ${dataFolder} is full: free some space, and start again.`
    : null
}
