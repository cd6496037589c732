import { keptHeaders } from '#model/kept-headers.ts'
import type { HttpRequest } from '#model/protocols/http.ts'
import type { Session } from '#model/session.ts'
import { decoded } from './decode.ts'
import { normalised, resource, withPath } from './path.ts'

/** Decoded views of a session's requests: what differs from what was sent, each text once, in order of the requests. */
export interface DecodedViews {
  uris: readonly string[]
  paths: readonly string[]
  /** "name: value" of header lines, names lower-cased. */
  headers: readonly string[]
  /** Of the first bytes of bodies. */
  bodies: readonly string[]
}

const none: DecodedViews = { uris: [], paths: [], headers: [], bodies: [] }

/** Header lines that are looked at in what the source sent first. */
const maxLines = 200
/** Characters of a session's requests that are decoded; requests beyond are read as sent. */
export const maxText = 65_536

const others = (sent: string, ...views: string[]): string[] =>
  views.filter((view) => view !== '' && view !== sent)

/** The target decoded, with its path normalised, and with the resource it names, each where that is something else. */
export function targetViews(uri: string): string[] {
  const at = uri.search(/[?#]/)
  const queryAt = at < 0 ? uri.length : at
  const path = decoded(uri.slice(0, queryAt))
  const whole = at < 0 ? path : decoded(uri, queryAt)
  // A look-up may begin in the path and end in the query: then the path is not told apart.
  if (!whole.startsWith(path)) return others(uri, whole)
  return others(uri, whole, ...[normalised, resource].map((read) => withPath(whole, path.length, read)))
}

const pathViews = (path: string): string[] => {
  const view = decoded(path)
  return others(path, view, normalised(view), resource(view))
}

/** Of structured bodies a plus is a plus; of forms, and of what does not say what it is, a space. */
const isForm = ({ contentType }: HttpRequest): boolean =>
  contentType === '' || /urlencoded/i.test(contentType)

const bodyViews = (request: HttpRequest): string[] =>
  others(request.bodyStart, decoded(request.bodyStart, isForm(request) ? 0 : undefined))

const line = (name: string, value: string): string[] =>
  others(value, decoded(value)).map((view) => `${name}: ${view}`)

const keptLines = (request: HttpRequest): string[] =>
  Object.entries(keptHeaders).flatMap(([name, key]) => line(name, request[key]))

// What follows the colon is taken whole, a lone CR too: read once, whatever it holds.
const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]{1,64}):(.*)$/is

/** A folded line continues the one before it (RFC 9112 §5.2). */
const folded = /\r?\n[ \t]+/g

/** Of headers that no request keeps, the lines that stand in the first bytes the source sent. */
const firstLines = (payload: string): string[] =>
  payload
    .replaceAll(folded, ' ')
    .split(/\r?\n/, maxLines + 1)
    .slice(1)
    .flatMap((text) => {
      const [, name = '', sent = ''] = headerLine.exec(text) ?? []
      const value = sent.trim()
      const lowered = name.toLowerCase()
      return value === '' || Object.hasOwn(keptHeaders, lowered) ? [] : line(lowered, value)
    })

/**
 * Other header lines of requests, decoded; and as they were sent where the first bytes of the source hold them not, or
 * folded: rules would see them nowhere else.
 */
function otherLines(requests: readonly HttpRequest[], payload: string): string[] {
  const lines = new Set(requests.flatMap(({ otherHeaders = [] }) => otherHeaders))
  if (lines.size === 0) return []
  const first = payload.toLowerCase()
  return [...lines].flatMap((sent) => {
    const colon = sent.indexOf(': ')
    const views = line(sent.slice(0, colon), sent.slice(colon + 2))
    return first.includes(`\n${sent.toLowerCase()}`) ? views : [sent, ...views]
  })
}

const each = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

const sizeOf = (request: HttpRequest): number =>
  request.uri.length +
  request.path.length +
  request.bodyStart.length +
  (request.otherHeaders ?? []).reduce((sum, { length }) => sum + length, 0) +
  Object.values(keptHeaders).reduce((sum, key) => sum + request[key].length, 0)

/** The first requests, as many as `maxText` allows; one at least, which no text of is longer than decoding reads. */
function bounded(requests: readonly HttpRequest[]): readonly HttpRequest[] {
  let size = 0
  const end = requests.findIndex((request) => (size += sizeOf(request)) > maxText)
  return end < 0 ? requests : requests.slice(0, Math.max(end, 1))
}

function made({ http, sourcePayload }: Pick<Session, 'http' | 'sourcePayload'>): DecodedViews {
  if (!http || http.requests.length === 0) return none
  const requests = bounded(http.requests)
  const { buffer, byteOffset, byteLength } = sourcePayload
  const payload = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return {
    uris: each(requests.flatMap(({ uri }) => targetViews(uri))),
    paths: each(requests.flatMap(({ path }) => pathViews(path))),
    headers: each([...requests.flatMap(keptLines), ...firstLines(payload), ...otherLines(requests, payload)]),
    bodies: each(requests.flatMap(bodyViews)),
  }
}

const known = new WeakMap<object, DecodedViews>()

/** The decoded views of a session, made once. Empty where nothing was encoded: most requests have none. */
export function decodedViews(session: Pick<Session, 'http' | 'sourcePayload'>): DecodedViews {
  if (!session.http) return none
  const views = known.get(session) ?? made(session)
  known.set(session, views)
  return views
}
