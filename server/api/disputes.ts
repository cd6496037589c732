import { createRoute } from '@hono/zod-openapi'
import { Refusal } from '#model/errors.ts'
import { writeCtxFor } from '#services/context.ts'
import { disputeVerdict } from '#services/disputes/dispute.ts'
import { isBrowserForm } from '../auth/browser-form.ts'
import { captchaHeader } from '../captcha/captcha.ts'
import type { App, AppDeps } from '../http/app-deps.ts'
import { answers, takesForm } from './described.ts'
import { refusals } from './refusals.ts'
import * as wire from './wire/dispute.ts'
import { message } from './wire/message.ts'

const open = createRoute({
  method: 'post',
  path: '/api/disputes',
  summary: 'Say something against the verdict on an address, to those who run this server',
  request: takesForm(wire.dispute),
  responses: {
    ...answers('It waits for an answer', message),
    303: { description: 'For browsers: the page that says so' },
    ...refusals('invalid-input', 'unauthorized', 'invalid-address', 'forbidden', 'conflict'),
  },
})

/** What the page is told of a refusal; it has its own words for each (app/routes/ip-dispute.tsx). */
function refusedAs({ code, extra }: Refusal): string {
  if (extra['parameter'] === captchaHeader) return 'no-token'
  return extra['parameter'] === 'email' ? 'email' : code
}

/** Disputes of whoever an address is of. The form works without scripts, so its answer to a browser is a page. */
export function disputeRoutes(app: App, appDeps: AppDeps): void {
  app.openapi(open, async (c) => {
    const { captcha_token: token, ...said } = c.req.valid('form')
    const page = `/ip/${encodeURIComponent(said.ip)}/dispute`
    try {
      if (c.var.scope.kind !== 'workspace') await appDeps.captcha?.check(c.req.header(captchaHeader) ?? token)
      await disputeVerdict(writeCtxFor(appDeps.deps, c.var), { ...said, to: appDeps.supportEmail })
    } catch (error) {
      if (!(error instanceof Refusal) || !isBrowserForm(c, undefined)) throw error
      return c.redirect(`${page}?${new URLSearchParams({ refused: refusedAs(error) })}`, 303)
    }
    if (isBrowserForm(c, undefined)) return c.redirect(`${page}?sent=1`, 303)
    return c.json({ message: 'Your dispute waits for an answer of those who run this server.' }, 200)
  })
}
