import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/** Paths whose last slash means something, or that are not pages: what a query holds, calls, files. */
const others = /^\/(?:query\/|api\/|v[123]\/|assets\/|builds\/|icons\/)|\.\w+$/

/** One spelling of every page's address, with or without a slash at its end (TRAILING_SLASH); the other leads to it for good. */
export const oneSpelling =
  (withSlash: boolean): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { path, method } = c.req
    if (
      path === '/' ||
      path.endsWith('/') === withSlash ||
      (method !== 'GET' && method !== 'HEAD') ||
      others.test(path)
    )
      return next()
    // More than one slash would name another host.
    const wanted = withSlash ? `${path}/` : `/${path.replaceAll(/^\/+|\/+$/g, '')}`
    return c.redirect(wanted + new URL(c.req.url).search, 301)
  }
