import type { MiddlewareHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { isCallOfAgent } from '../http/path.ts'
import { type Captcha, captchaHeader } from './captcha.ts'

/**
 * Forms that pages send themselves, which no header can go with: signing in by password and disputing a verdict bring their token as a field
 * (api/auth/routes.ts, api/disputes.ts), the others follow a token of their own (CSRF, or what the step before sealed).
 */
const forms = new Set([
  '/api/auth/signin',
  '/api/auth/signin/local',
  '/api/auth/signin/oidc',
  '/api/auth/callback',
  '/api/auth/callback/local',
  '/api/auth/callback/second-factor',
  '/api/auth/signout',
  '/api/disputes',
])

/**
 * Where the operator wants it, what writes without a key needs a token. What only reads is bounded by the limits: links and exports are
 * followed by the browser itself, which sends no header of ours.
 */
export const botsRefused =
  (captcha: Captcha | null): MiddlewareHandler<Env> =>
  async (c, next) => {
    const isWriting = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (captcha && isWriting && c.var.scope.kind !== 'workspace' && isDemanded(c.req.path))
      await captcha.check(c.req.header(captchaHeader))
    await next()
  }

/** Agents are programs: a token of their own, or the one they were installed with, lets them in. */
const isDemanded = (path: string): boolean =>
  path.startsWith('/api/') && !forms.has(path) && !isCallOfAgent(path)
