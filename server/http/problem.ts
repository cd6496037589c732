import { HTTPException } from 'hono/http-exception'
import { errorCatalogue, Refusal, refuse, type ErrorCode } from '#model/errors.ts'
import { isDatabaseAway } from '#store/app/away.ts'
import { exceededIn, rateLimitFields } from '#model/rate-limit.ts'

/** RFC 9457 body; `message` is kept for clients that read only that, `request_id` finds the log line. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  message: string
  request_id: string
  [extra: string]: unknown
}

/** The refusal an error is, or null when it is a surprise. The framework's own refusals get our words. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof HTTPException)) return null
  if (error.status === 415) return refuse('unsupported-media', 'Send the body as application/json.')
  return error.status === 400 ? refuse('invalid-input', 'The body is not valid JSON.') : null
}

/** The log has the cause. Whoever asked is told of a database that is away, and to come again. */
const unexpected = (error: unknown): Refusal =>
  isDatabaseAway(error)
    ? refuse('busy', 'The database does not answer. Try again in a minute.')
    : new Refusal('internal')

/** A surprise tells its details to the log, not to the caller. */
export function problemOf(error: unknown, requestId: string): Problem {
  const refusal = refusalIn(error) ?? unexpected(error)
  const { status, title } = errorCatalogue[refusal.code]
  return {
    ...refusal.extra,
    type: `urn:noisefloor:error:${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    message: refusal.message,
    request_id: requestId,
  }
}

/** Clients of the public aliases read a body only when it is called JSON, as the hosted service calls it. */
const publicAlias = /^\/(?:v\d\/|ping$)/

/** What answers an error, before it is a response of the framework's or of Node's. */
export interface ProblemAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** @param path of the request */
export function problemAnswer(error: unknown, requestId: string, path = ''): ProblemAnswer {
  const problem = problemOf(error, requestId)
  const headers: Record<string, string> = {
    'content-type': `application/${publicAlias.test(path) ? '' : 'problem+'}json; charset=utf-8`,
    'cache-control': 'no-store',
  }
  if (error instanceof Refusal && error.retryAfter !== undefined)
    headers['retry-after'] = String(error.retryAfter)
  const exceeded = exceededIn(problem)
  if (exceeded) Object.assign(headers, rateLimitFields(exceeded, refusalIn(error)?.retryAfter))
  // RFC 9110 §15.5.6: a 405 names what would be allowed.
  if (problem.status === 405 && Array.isArray(problem.allow)) headers.allow = problem.allow.join(', ')
  if (problem.status === 401)
    headers['www-authenticate'] = 'Bearer realm="noisefloor", Basic realm="noisefloor"'
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}

/** @param path of the request */
export function problemResponse(error: unknown, requestId: string, path = ''): Response {
  const { body, ...init } = problemAnswer(error, requestId, path)
  return new Response(body, init)
}
