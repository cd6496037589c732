import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

/** A form that the browser itself sent, whose answer is a page. */
export const isBrowserForm = (c: Context<Env>, json: string | undefined): boolean =>
  json !== 'true' && (c.req.header('accept') ?? '').includes('text/html')
