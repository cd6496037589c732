/**
 * The closed catalogue of refusals. A verb throws `refuse('code', …)`; the HTTP edge turns the code into a status
 * and an RFC 9457 body. Anything else that is thrown is a surprise: 500, logged with its request id.
 */
export const errorCatalogue = {
  'invalid-input': { status: 400, title: 'Invalid parameter' },
  'invalid-query': { status: 400, title: 'Invalid query' },
  // As an invalid query: clients know that trying the same again is of no use, and where to look.
  'too-costly': { status: 400, title: 'The query costs too much' },
  'invalid-address': { status: 400, title: 'Invalid address' },
  'invalid-cve': { status: 400, title: 'Invalid CVE id' },
  'invalid-cursor': { status: 400, title: 'The scroll token or cursor is not valid or has expired' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not found' },
  'not-allowed': { status: 405, title: 'Method not allowed' },
  'too-slow': { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  'too-large': { status: 413, title: 'Payload too large' },
  'unsupported-media': { status: 415, title: 'Unsupported media type' },
  'unmet-expectation': { status: 417, title: 'Expectation failed' },
  'unreadable-capture': { status: 422, title: 'Not a readable capture' },
  'rate-limited': { status: 429, title: 'Rate limit exceeded. Please try again later.' },
  'unreadable-source': {
    status: 422,
    title: 'The file was not imported; the data imported before stays in use',
  },
  'misdirected-host': { status: 421, title: 'This server does not answer for that host name' },
  internal: { status: 500, title: 'Encountered error while performing request' },
  'not-implemented': { status: 501, title: 'Not available in this version' },
  busy: { status: 503, title: 'Busy, try again' },
  'not-ready': { status: 503, title: 'Starting or stopping' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCatalogue

export interface RefusalDetail {
  /** One sentence for a person: what was wrong, where, what was expected. */
  message?: string
  /** Machine-readable extras that go into the body as they are (spans, limits). */
  extra?: Record<string, unknown>
  /** Seconds, becomes Retry-After. */
  retryAfter?: number
}

export class Refusal extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    // A refusal is an answer, and nobody reads where it was made: finding that out is a good part of what an unknown address costs.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail.message ?? errorCatalogue[code].title)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.extra = detail.extra ?? {}
    this.retryAfter = detail.retryAfter
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

export const refuse = (code: ErrorCode, message?: string, extra?: Record<string, unknown>): Refusal =>
  new Refusal(code, { ...(message !== undefined && { message }), ...(extra && { extra }) })
