import { callHeaders } from '../captcha/token.ts'
import { fetchWatched, type Watch } from './watched.ts'

/** A call of the API from a page, with the browser's own sign-in. */
export interface Sent<T> {
  ok: boolean
  status: number
  /** The answer; null where it was refused. */
  data: T | null
  /** Why it was refused, in the server's words. */
  message: string
  /** The field that was wrong. */
  parameter: string | null
}

const idempotent = new Set(['GET', 'PUT', 'DELETE'])
/** Specification §7; each is tried once more, no matter what the second answer is. */
const worthAnother = new Set([408, 409, 425, 429, 500, 502, 503, 504])
/** A 401 is asked about once more (specification §7). */
const pauseMs = 500
/** Longer than this nobody waits in front of a page. */
const maxPauseMs = 5000

/**
 * @param path as "/api/user" @param body sent as JSON; a text or a form as it is
 * @param watch is told how much of a form was sent; whoever ends it gets an answer of status 0
 */
export async function send<T>(path: string, method: string, body?: unknown, watch?: Watch): Promise<Sent<T>> {
  const first = await attempt(path, method, body, watch)
  if (!first) return unreached
  const after = pauseOf(first, method)
  const answer = after === null ? first : await later(after, () => attempt(path, method, body, watch))
  if (!answer) return unreached
  const said = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  return {
    ok: answer.ok,
    status: answer.status,
    data: answer.ok ? (said as T) : null,
    message: answer.ok ? '' : String(said?.['message'] ?? 'Something went wrong'),
    parameter: typeof said?.['parameter'] === 'string' ? said['parameter'] : null,
  }
}

const unreached = {
  ok: false,
  status: 0,
  data: null,
  message: 'The server did not answer. Check the connection and try again.',
  parameter: null,
}

/** Each with a token of its own: one counts once. */
const attempt = async (
  path: string,
  method: string,
  body: unknown,
  watch?: Watch,
): Promise<Response | null> => {
  const headers = await callHeaders()
  if (watch && body instanceof FormData) return fetchWatched(path, { method, headers, body }, watch)
  if (typeof body === 'string' || body instanceof FormData)
    return fetch(path, { method, headers, body }).catch(() => null)
  return fetch(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => null)
}

/** Milliseconds after which the same call is worth another try; null where it is not. */
function pauseOf({ status, headers }: Response, method: string): number | null {
  if (status === 401) return pauseMs
  if (!idempotent.has(method) || !worthAnother.has(status)) return null
  const told = Number(headers.get('retry-after') ?? 0) * 1000
  return told > maxPauseMs ? null : Math.max(pauseMs, told)
}

const later = <T>(ms: number, run: () => Promise<T>): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(run()), ms))
