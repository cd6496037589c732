import { ClickHouseError } from '@clickhouse/client'
import { Refusal, refuse } from '#model/errors.ts'

/** A statement the engine did not accept: our mistake, hence a surprise. The message holds no SQL and no value. */
export class QueryFailed extends Error {
  readonly query: string
  /** The engine's error number and name, e.g. "62", "SYNTAX_ERROR". */
  readonly code: string
  readonly type: string

  constructor(query: string, cause: ClickHouseError) {
    super(`The engine refused "${query}": ${cause.type ?? 'error'} (${cause.code})`, { cause })
    this.name = 'QueryFailed'
    this.query = query
    this.code = cause.code
    this.type = cause.type ?? ''
  }
}

const ownFault = new Set(['MEMORY_LIMIT_EXCEEDED', 'TIMEOUT_EXCEEDED', 'TOO_SLOW'])

/** Whether a "busy" means that the statement was too much for its bounds: the same on fewer rows may succeed. */
export function tookTooMuch(error: unknown): boolean {
  if (!(error instanceof Refusal && error.code === 'busy' && error.cause instanceof Error)) return false
  const { cause } = error.cause
  return cause instanceof ClickHouseError && ownFault.has(cause.type ?? '')
}

/** Whether a statement itself passed its bounds, rather than meeting an engine that others keep busy. */
export function outOfBounds(error: unknown): boolean {
  if (!tookTooMuch(error) || !(error instanceof Error && error.cause instanceof Error)) return false
  const { cause } = error.cause
  // "(total) memory limit exceeded" is everybody's.
  return !(cause instanceof Error && /\(total\)/.test(cause.message))
}

/** Errors that another try a little later may not meet. */
const passing = new Set([
  'TIMEOUT_EXCEEDED',
  'TOO_SLOW',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'SOCKET_TIMEOUT',
  'NETWORK_ERROR',
  'ALL_CONNECTION_TRIES_FAILED',
  'QUERY_WAS_CANCELLED',
  'ABORTED',
])

const connection = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENETUNREACH)$/

/** What a failed statement becomes: the caller's own abort, a Refusal "busy", or a surprise. */
export function mapError(error: unknown, query: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (error instanceof ClickHouseError) {
    return passing.has(error.type ?? '') ? busy(query, error) : new QueryFailed(query, error)
  }
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (connection.test(code) || /socket hang up|^Timeout error|aborted/i.test(error.message))
    return busy(query, error)
  if (error.message.includes('Field value too long')) return tooLong(query, error)
  return error
}

/** Values are cut (in-pieces.ts), the text of the statement is not: a thousand conditions over many columns make more than a server takes. */
function tooLong(query: string, cause: Error): Refusal {
  const refusal = refuse(
    'too-costly',
    'This makes a longer statement than the analytics store takes: ask with fewer conditions.',
  )
  refusal.cause = new Error(query, { cause })
  return refusal
}

function busy(query: string, cause: Error): Refusal {
  const refusal = refuse('busy', 'The analytics store is busy, try again.')
  refusal.cause = new Error(query, { cause })
  return refusal
}
