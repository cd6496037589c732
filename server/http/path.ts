import { getPath } from 'hono/utils/url'

const apiPath = /^\/(?:api|v\d|ping)(?:\/|$)/

/**
 * The path a request is routed by. Clients whose base address ends with a slash send `//v3/ip/…`: repeated slashes of a call
 * are one. Pages keep theirs, whose texts may hold slashes; nothing is redirected, so `//evil.example` leads nowhere.
 */
export function routedPath(request: Request): string {
  const path = getPath(request)
  const merged = path.replaceAll(/\/{2,}/g, '/')
  return apiPath.test(merged) ? merged : path
}
