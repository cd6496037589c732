import { createRoute, z } from '@hono/zod-openapi'
import { whoAsks } from '#services/account/who.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers } from '../described.ts'
import { publicRefusals } from '../refusals.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/account',
  summary: 'Whose key this is: ids of the account and of the workspace',
  security: [{ key: [] }],
  responses: {
    ...answers('The ids', z.object({ user_id: z.string(), workspace_id: z.string() })),
    ...publicRefusals('unauthorized', 'forbidden'),
  },
})

export function accountRoute(app: App, { deps }: AppDeps): void {
  const { ownerOf } = deps.installation.accounts
  app.openapi(route, async (c) => {
    const { user, workspace } = await whoAsks({ scope: c.var.scope, ownerOf })
    return c.json({ user_id: user, workspace_id: workspace }, 200)
  })
}
