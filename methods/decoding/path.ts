/** A scheme and an authority before the path (RFC 9112 §3.2.2). */
const authority = /^[a-z][a-z0-9+.-]{0,15}:\/\/[^/?#]*/i

/** Backslashes as slashes, `//` and `/./` as one; `..` stays, since it is what rules look for. */
export const normalised = (path: string): string =>
  path.replaceAll('\\', '/').replaceAll(/\/(?:\.?\/)+/g, '/')

/** The path of a target normalised; scheme, authority and query stay. `queryAt` is where the query begins. */
export function normalisedTarget(target: string, queryAt: number): string {
  const before = authority.exec(target)?.[0] ?? ''
  return before + normalised(target.slice(before.length, queryAt)) + target.slice(queryAt)
}
