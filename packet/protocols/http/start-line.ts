import { copied, partOfLine } from '../cut.ts'

/** The first line of an HTTP/1.x message (RFC 9112 §3 and §4), read as leniently as scanners write it. */
export type StartLine =
  | { kind: 'request'; method: string; uri: string; version: string }
  | { kind: 'response'; version: string; status: number }

/** Methods believed even without a version: IANA's registry, WebDAV and UPnP. */
export const knownMethods: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH ' +
    'REPORT CHECKOUT MERGE MKACTIVITY NOTIFY M-SEARCH SUBSCRIBE UNSUBSCRIBE PURGE BIND REBIND UNBIND ACL BCOPY ' +
    'BMOVE BDELETE BPROPFIND BPROPPATCH POLL TRACK DEBUG RPC_IN_DATA RPC_OUT_DATA RPC_CONNECT CCM_POST'
  ).split(' '),
)

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/
/** SIP and RTSP share the methods, not the protocol. */
const otherProtocol = /^(?:SIP|RTSP|ICAP)\/\d/
/** Request targets (RFC 9112 §3.2), or a line that lacks one. */
const target = /^(?:$|[/*]|HTTP\/\d|[a-z][a-z0-9+.-]{1,15}:\/\/)/i
const httpVersion = /^HTTP\/\d{1,3}(?:\.\d{0,3})?$/

/**
 * Reads a line (without its end) as a request or status line; null when it is neither.
 * An unknown method needs a version; a known one may come without (HTTP/0.9) or with a damaged one.
 */
export function parseStartLine(line: string): StartLine | null {
  return parseStatusLine(line) ?? parseRequestLine(line)
}

function parseStatusLine(line: string): StartLine | null {
  const match = /^(HTTP\/\d{1,3}(?:\.\d{1,3})?)[ \t]{1,8}(\d{3})(?!\d)/.exec(line)
  return match ? { kind: 'response', version: match[1]!, status: Number(match[2]) } : null
}

function parseRequestLine(line: string): StartLine | null {
  const methodEnd = line.slice(0, 33).search(/[ \t]/)
  if (methodEnd < 0 && knownMethods.has(line)) return { kind: 'request', method: line, uri: '', version: '' }
  if (methodEnd < 1) return null
  const method = line.slice(0, methodEnd)
  if (!token.test(method)) return null
  const rest = line.slice(methodEnd).trim()
  const cut = Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\t'))
  const last = rest.slice(cut + 1)
  if (cut > 0 && httpVersion.test(last)) return requestOf(line, method, rest.slice(0, cut).trimEnd(), last)
  if (!knownMethods.has(method) || otherProtocol.test(last) || !target.test(rest)) return null
  return requestOf(line, method, rest, '')
}

function requestOf(line: string, method: string, uri: string, version: string): StartLine {
  const rest = line.length - method.length - uri.length - version.length
  return { kind: 'request', method: partOfLine(method, rest), uri: partOfLine(uri, rest), version }
}

const embedded = new RegExp(
  `(?:${[...knownMethods].map((m) => m.replace('-', '\\-')).join('|')}) (?=[/*]|https?:)`,
)

/**
 * Looks for a start line that ends this line, for streams joined in the middle: text before a known method is
 * the tail of something we did not see. Demands a version, so that prose about HTTP is not taken for it.
 */
export function findStartLine(line: string): StartLine | null {
  const whole = parseStartLine(line)
  const firstWord = line.slice(0, Math.max(line.indexOf(' '), 0))
  if (whole && (whole.kind === 'response' || (whole.version && knownMethods.has(whole.method)))) return whole
  const at = line.search(embedded)
  const inner = at > 0 ? parseStartLine(copied(line.slice(at))) : null
  if (inner?.kind === 'request' && inner.version && !/[A-Za-z]-$/.test(firstWord)) return inner
  return whole?.version ? whole : null
}

/** A request line that the end of the stream cut off inside its version; null when it is not clearly one. */
export function parseCutStartLine(line: string): StartLine | null {
  const at = line.trimEnd().lastIndexOf(' ')
  const version = line.slice(at + 1).trimEnd()
  const whole = parseStartLine(version.startsWith('HTTP/') ? line : `${line.slice(0, at)} HTTP/1.1`)
  if (whole?.kind !== 'request' || !whole.version) return null
  return version !== '' && 'HTTP/'.startsWith(version.slice(0, 5)) ? { ...whole, version } : null
}
