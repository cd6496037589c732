import { createRoute } from '@hono/zod-openapi'
import { acceptInvite, seeInvite } from '#services/sign-in/invites.ts'
import { forgetInvite } from '../../auth/hints.ts'
import { renewHints, renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/account.ts'
import { message } from '../wire/message.ts'

const see = createRoute({
  method: 'get',
  path: '/api/user/invites/{id}',
  summary: 'What is told of an invitation to whoever has its link',
  request: { params: wire.tokenParam },
  responses: { ...answers('The invitation', wire.invite), ...refusals('unauthorized', 'not-found') },
})
const accept = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path: '/api/user/invites/{id}',
  summary: 'Join the workspace of an invitation',
  request: { params: wire.tokenParam, ...takes(wire.nothing) },
  responses: { ...answers('Joined', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

/** Invitations as whoever got one sees them; `id` is what the link holds. */
export function invitationRoutes(app: App, appDeps: AppDeps): void {
  app.openapi(see, async (c) => {
    const { id } = c.req.valid('param')
    const { workspace, inviter, email, accepted } = await seeInvite(accountsCtxOf(appDeps, c), { token: id })
    return c.json({ id, workspace, inviter, email, accepted }, 200)
  })
  app.openapi(accept, async (c) => {
    await acceptInvite(accountsCtxOf(appDeps, c), { token: c.req.valid('param').id })
    await renewSignIn(c, appDeps)
    await renewHints(c, appDeps)
    forgetInvite(c)
    return c.json({ message: 'You are a member now.' }, 200)
  })
}
