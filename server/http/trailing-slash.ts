import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/** Paths whose last slash means something, or that are not pages: what a query holds, calls, files. */
const others = /^\/(?:query\/|api\/|v[123]\/|assets\/|builds\/|icons\/)|\.\w+$/

/** Looked for from its first slash alone: from each of them, sixty thousand in the midst of an address held up everybody for seconds. */
const lastSlashes = /(?<!\/)\/+$/

/**
 * One spelling of every page's address, with or without a slash at its end (TRAILING_SLASH); the other leads to it for good.
 * What begins with two slashes is no page: as an address to go to it would name another host.
 */
export const oneSpelling =
  (withSlash: boolean): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { path, method } = c.req
    if (
      path === '/' ||
      path.startsWith('//') ||
      path.endsWith('/') === withSlash ||
      (method !== 'GET' && method !== 'HEAD') ||
      others.test(path)
    )
      return next()
    const wanted = withSlash ? `${path}/` : path.replace(lastSlashes, '')
    return c.redirect(wanted + new URL(c.req.url).search, 301)
  }
