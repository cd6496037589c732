import { createRoute, z } from '@hono/zod-openapi'
import { removeDemo } from '#services/demo/remove.ts'
import { workspaceOf } from '../../auth/who.ts'
import type { App, AppParts } from '../../http/app.ts'

const message = z.object({ message: z.string() })
const answers = {
  200: { description: 'Done', content: { 'application/json': { schema: message } } },
  401: { description: 'No or wrong key' },
}

const load = createRoute({
  method: 'post',
  path: '/api/demo',
  summary: 'Load the simulated demo traffic',
  security: [{ key: [] }],
  responses: answers,
})
const remove = createRoute({
  method: 'delete',
  path: '/api/demo',
  summary: 'Remove the demo traffic and nothing else',
  security: [{ key: [] }],
  responses: answers,
})

export function demoRoutes(app: App, { house, demo }: AppParts): void {
  app.openapi(load, async (c) => {
    workspaceOf(c.var.scope)
    await demo.load()
    return c.json({ message: 'Demo data is loading.' }, 200)
  })
  app.openapi(remove, async (c) => {
    const scope = workspaceOf(c.var.scope)
    await demo.forget()
    const { sessions, addresses } = await removeDemo({ ...house, scope })
    return c.json({ message: `Demo data removed: ${sessions} sessions of ${addresses} addresses.` }, 200)
  })
}
