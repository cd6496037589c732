/** The head of a request as it came. Nothing is corrected: what is odd is what is of interest. */
export interface Request {
  method: string
  target: string
  /** `target` without scheme and host, and without what follows `?`. */
  path: string
  query: string
  version: string
  /** Names in lower case; of repeated ones the first. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

const requestLine = /^([A-Za-z_-]{1,20}) (\S{1,8192}) (HTTP\/\d\.\d)$/
const mostHeaders = 200

/** @returns null for what is no request of HTTP/1 */
export function readHead(head: string): Request | null {
  const [first = '', ...lines] = head
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const [, method, target, version] = requestLine.exec(first) ?? []
  if (method === undefined || target === undefined || version === undefined) return null
  const headers = new Map<string, string>()
  for (const line of lines.slice(0, mostHeaders)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  const local = target.replace(/^[a-z]{1,10}:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return {
    method,
    target,
    path: path === '' ? '/' : path,
    query: mark < 0 ? '' : local.slice(mark + 1),
    version,
    headers,
    body: Buffer.alloc(0),
  }
}
