import { createRoute } from '@hono/zod-openapi'
import { writeCtxFor } from '#services/context.ts'
import { makeBackup, removeBackup } from '#services/operator/backups.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { nothing, tokenParam } from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/operator.ts'

const security = [{ key: [] }]

const make = createRoute({
  method: 'post',
  path: '/api/operator/backups',
  summary: 'A copy of everything this installation keeps, in its data folder',
  security,
  request: takes(nothing),
  responses: {
    ...answers('Where it lies', wire.backup),
    ...refusals('unauthorized', 'forbidden', 'conflict', 'busy', 'not-implemented'),
  },
})
const remove = createRoute({
  method: 'delete',
  path: '/api/operator/backups/{id}',
  summary: 'Remove such a copy',
  security,
  request: { params: tokenParam },
  responses: { ...answers('Removed', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

/** Copies of the data folder; the command line takes them away from there. */
export function backupRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(make, async (c) => {
    const made = await makeBackup(writeCtxFor(deps, c.var))
    return c.json(wire.backup.parse(snakeKeys(made)), 200)
  })
  app.openapi(remove, async (c) => {
    await removeBackup(writeCtxFor(deps, c.var), { name: c.req.valid('param').id })
    return c.json({ message: 'The copy is removed.' }, 200)
  })
}
