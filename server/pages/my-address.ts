import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { addressOf } from '../limits/admit.ts'

/** "Check my address": leads to the page of whoever asks. */
export const myAddress =
  (trustProxy: boolean) =>
  (c: Context<Env>): Response => {
    c.header('cache-control', 'private, no-store')
    return c.redirect(`/ip/${encodeURIComponent(addressOf(c, trustProxy))}`, 302)
  }
