import { getPath } from 'hono/utils/url'

const apiPath = /^\/(?:api|v\d|ping)(?:\/|$)/

/** Calls of programs, as opposed to pages. */
export const isCall = (path: string): boolean => apiPath.test(path)

/**
 * The path a request is routed by. Clients whose base address ends with a slash send `//v3/ip/…`, and some end every path with
 * one: repeated slashes of a call are one, and one at its end is none. Pages keep theirs, whose texts may hold slashes; nothing
 * is redirected, so `//evil.example` leads nowhere.
 */
export function routedPath(request: Request): string {
  const path = getPath(request)
  const merged = path.replaceAll(/\/{2,}/g, '/')
  return isCall(merged) ? merged.replace(/\/$/, '') : path
}

/** Calls of the agents of sensors (docs/sensors.md): their own tokens open them, and nothing else does. */
export const isCallOfAgent = (path: string): boolean => path.startsWith('/api/sensor/')

/** Connections that are carried to a device: both bodies are streams, and last as long as the connection. */
export const isCarried = (path: string): boolean =>
  /^\/api\/sensor\/(?:ports\/[^/]+\/connections|transporter\/connections\/[^/]+)$/.test(path)

/** Answers that are held open until there is news; they take a place of their own kind ("waits"). */
export const isHeldOpen = (path: string): boolean =>
  path === '/api/sensor/config' ||
  path === '/api/sensor/transporter/next' ||
  isCarried(path) ||
  /^\/api\/workspace\/sensors\/[^/]+\/live$/.test(path)
