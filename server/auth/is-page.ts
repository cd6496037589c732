import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

/** Whether a browser loads a page of it: the address is no call's, and the answer may be a document. */
export const isPage = (c: Context<Env>): boolean =>
  c.req.method === 'GET' &&
  !/^\/(?:api|v\d)\//.test(c.req.path) &&
  (c.req.header('accept') ?? '').includes('text/html')
