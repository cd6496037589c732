import { createRoute } from '@hono/zod-openapi'
import { writeCtxFor } from '#services/context.ts'
import { removeDemo } from '#services/demo/remove.ts'
import { requireRights } from '#services/access.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'
import { demoBegun, message } from '../wire/message.ts'

const answered = (schema: typeof message | typeof demoBegun) => ({
  200: { description: 'Done', content: { 'application/json': { schema } } },
  ...refusals('unauthorized', 'forbidden', 'busy'),
})

const start = createRoute({
  method: 'post',
  path: '/api/demo',
  summary: 'Begin, or go on with, loading the simulated demo traffic',
  security: [{ key: [] }],
  responses: answered(demoBegun),
})

const remove = createRoute({
  method: 'delete',
  path: '/api/demo',
  summary: 'Remove the demo traffic and nothing else',
  security: [{ key: [] }],
  responses: answered(message),
})

export function demoRoutes(app: App, { deps, demo }: AppDeps): void {
  app.openapi(start, async (c) => {
    // It fills what everybody sees.
    requireRights(c.var, removeDemo.needs)
    const { startedAt, partsDone } = await demo.start()
    const message = 'Send the captures of the month that ends here.'
    return c.json({ message, started_at: startedAt, parts_done: partsDone }, 200)
  })
  app.openapi(remove, async (c) => {
    requireRights(c.var, removeDemo.needs)
    await demo.forget()
    const { captures } = await removeDemo(writeCtxFor(deps, c.var))
    return c.json({ message: `Demo data removed, with its ${captures} captures.` }, 200)
  })
}
