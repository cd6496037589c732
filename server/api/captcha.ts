import { createRoute } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import type { App, AppDeps } from '../http/app-deps.ts'
import { answers } from './described.ts'
import { refusals } from './refusals.ts'
import * as wire from './wire/captcha.ts'

const challenges = createRoute({
  method: 'get',
  path: '/api/captcha',
  summary:
    'A challenge of the bot check: its answer is the header x-captcha-token of one call that writes without a key',
  responses: { ...answers('The challenge', wire.challenge), ...refusals('unauthorized', 'not-found') },
})

export function captchaRoutes(app: App, { captcha }: AppDeps): void {
  app.openapi(challenges, async (c) => {
    if (!captcha?.challenge) throw refuse('not-found', 'This server gives no challenges of a bot check.')
    return c.json({ challenge: JSON.stringify(await captcha.challenge()) }, 200)
  })
}
