/**
 * A browser remembers the last export of each query, so that its page can offer what changed since: one cookie a query,
 * sent to query pages only. It holds what the download's own headers said; the server checks the cursor when it is used.
 */
export interface LastExport {
  cursor: string
  /** Milliseconds since 1970 UTC. */
  madeAt: number
  /** Addresses that matched then. */
  matching: number
}

const days = 30

/** FNV-1a: two queries that meet would only be offered a cursor that is then refused. */
function nameOf(query: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(query))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return `export-${hash.toString(36)}`
}

/** The Set-Cookie header of a download. Cursors are made of letters that cookies take (RFC 6265 §4.1.1). */
export const exportCookie = (query: string, { cursor, madeAt, matching }: LastExport): string =>
  `${nameOf(query)}=${madeAt}!${matching}!${cursor}; Path=/query; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax`

/** From the Cookie header of a query page; null when nothing usable is remembered. */
export function lastExport(cookies: string, query: string): LastExport | null {
  const found = cookies
    .split(/; */)
    .find((pair) => pair.startsWith(`${nameOf(query)}=`))
    ?.split('=')[1]
  const [, madeAt, matching, cursor] = /^(\d{1,15})!(\d{1,15})!([\w.-]{1,1024})$/.exec(found ?? '') ?? []
  return cursor ? { cursor, madeAt: Number(madeAt), matching: Number(matching) } : null
}
