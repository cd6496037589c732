/** A scheme and an authority before the path (RFC 9112 §3.2.2). */
const authority = /^[a-z][a-z0-9+.-]{0,15}:\/\/[^/?#]*/i

/** Backslashes as slashes, `//` and `/./` as one; `..` stays, since it is what rules look for. */
export const normalised = (path: string): string =>
  path.replaceAll('\\', '/').replaceAll(/\/(?:\.?\/)+/g, '/')

/**
 * The resource a lenient server finds at a path: without what follows a NUL (C strings end there), without parameters
 * of segments (`;…`, RFC 3986 §3.3), and without slashes and blanks at the end. A path of nothing else is "/".
 */
export function resource(path: string): string {
  const nul = path.indexOf('\0')
  const named = normalised((nul < 0 ? path : path.slice(0, nul)).replaceAll(/;[^/\\]*/g, ''))
  let end = named.length
  while (end > 1 && (named.charCodeAt(end - 1) <= 0x20 || named[end - 1] === '/')) end--
  return named.slice(0, end)
}

/** The path of a target as `read` reads it; scheme, authority and query stay. `queryAt` is where the query begins. */
export function withPath(target: string, queryAt: number, read: (path: string) => string): string {
  const before = authority.exec(target)?.[0] ?? ''
  return before + read(target.slice(before.length, queryAt)) + target.slice(queryAt)
}
