import { createRoute } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { listChanges } from '#services/workspace/changes.ts'
import { createWorkspace, renameWorkspace } from '#services/workspace/change.ts'
import { keepWorkspace, removeWorkspace } from '#services/workspace/remove.ts'
import { getWorkspaceKey, rotateWorkspaceKey } from '#services/workspace/key.ts'
import { handOver, invite, listPeople, removeMember, withdrawInvite } from '#services/workspace/people.ts'
import { inWorkspace, requireActive } from '../../auth/in-workspace.ts'
import { renewHints } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/account.ts'
import { snakeKeys } from '../wire/case.ts'
import { message } from '../wire/message.ts'

const getKey = createRoute({
  method: 'get',
  middleware: inWorkspace(getWorkspaceKey),
  path: '/api/workspace/key',
  summary: 'State of the key of the workspace; the key itself is told when it is made',
  request: { query: wire.ofWorkspace },
  responses: { ...answers('Its state', wire.key), ...refusals('unauthorized', 'forbidden', 'not-found') },
})
const rotateKey = createRoute({
  method: 'put',
  middleware: inWorkspace(rotateWorkspaceKey),
  path: '/api/workspace/key',
  summary: 'Make a new key; the one before works for so many days',
  request: { query: wire.ofWorkspace, ...takes(wire.rotation) },
  responses: {
    ...answers('The new key, told this once', wire.rotated),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const make = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/workspaces',
  summary: 'Make a workspace, and work in it',
  request: takes(wire.named),
  responses: { ...answers('Made', wire.made), ...refusals('invalid-input', 'unauthorized', 'conflict') },
})
const rename = createRoute({
  method: 'put',
  middleware: inWorkspace(renameWorkspace),
  path: '/api/workspace',
  summary: 'Give the active workspace another name',
  request: { query: wire.ofWorkspace, ...takes(wire.named) },
  responses: { ...answers('Done', message), ...refusals('invalid-input', 'unauthorized', 'not-found') },
})
const remove = createRoute({
  method: 'delete',
  middleware: inWorkspace(removeWorkspace),
  path: '/api/workspace',
  summary: 'Delete the active workspace in seven days',
  request: { query: wire.ofWorkspace },
  responses: {
    ...answers('When', wire.removal),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const keep = createRoute({
  method: 'post',
  middleware: inWorkspace(keepWorkspace),
  path: '/api/workspace/restore',
  summary: 'Keep the active workspace, which was to be deleted',
  request: { query: wire.ofWorkspace, ...takes(wire.nothing) },
  responses: { ...answers('It stays', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})
const people = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/workspace/members',
  summary: 'Members of the active workspace, and invitations that wait',
  responses: { ...answers('Members', wire.people), ...refusals('unauthorized') },
})
const dropMember = createRoute({
  method: 'delete',
  middleware: inWorkspace(removeMember),
  path: '/api/workspace/members/{id}',
  summary: 'Take a member out of the active workspace, or leave it',
  request: { query: wire.ofWorkspace, params: wire.tokenParam },
  responses: {
    ...answers('Done', message),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const newOwner = createRoute({
  method: 'put',
  middleware: inWorkspace(handOver),
  path: '/api/workspace/owner',
  summary: 'Hand the active workspace over to another member',
  request: { query: wire.ofWorkspace, ...takes(wire.owner) },
  responses: {
    ...answers('Done', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const sendInvite = createRoute({
  method: 'post',
  middleware: inWorkspace(invite),
  path: '/api/workspace/invites',
  summary: 'Invite somebody to the active workspace by mail',
  request: { query: wire.ofWorkspace, ...takes(wire.invitation) },
  responses: {
    ...answers('Sent', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const dropInvite = createRoute({
  method: 'delete',
  middleware: inWorkspace(withdrawInvite),
  path: '/api/workspace/invites/{id}',
  summary: 'Withdraw an invitation',
  request: { query: wire.ofWorkspace, params: wire.tokenParam },
  responses: { ...answers('Done', message), ...refusals('unauthorized', 'not-found') },
})
const changes = createRoute({
  method: 'get',
  middleware: signedInOnly,
  path: '/api/workspace/changes',
  summary: 'Who changed what in the active workspace',
  responses: { ...answers('Newest first', wire.changes), ...refusals('unauthorized') },
})

/** The workspace somebody is signed in to. */
export function workspaceRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.openapi(getKey, async (c) => {
    return c.json(wire.key.parse(snakeKeys(await getWorkspaceKey(ctxFor(deps, c.var)))), 200)
  })
  app.openapi(rotateKey, async (c) => {
    const { overlap_days: overlapDays, active_workspace: workspace } = c.req.valid('json')
    requireActive(c.var.scope, workspace)
    const { secret } = await rotateWorkspaceKey(writeCtxFor(deps, c.var), { overlapDays })
    c.header('cache-control', 'no-store')
    return c.json({ key: secret }, 200)
  })
  app.openapi(make, async (c) => {
    const made = await createWorkspace(writeCtxFor(deps, c.var), c.req.valid('json'))
    await renewHints(c, appDeps)
    return c.json(made, 200)
  })
  app.openapi(rename, async (c) => {
    await renameWorkspace(writeCtxFor(deps, c.var), c.req.valid('json'))
    return c.json({ message: 'The workspace has another name.' }, 200)
  })
  app.openapi(remove, async (c) => c.json(await removeWorkspace(writeCtxFor(deps, c.var)), 200))
  app.openapi(keep, async (c) => {
    await keepWorkspace(writeCtxFor(deps, c.var))
    return c.json({ message: 'The workspace stays.' }, 200)
  })
  app.openapi(people, async (c) =>
    c.json(wire.people.parse(snakeKeys(await listPeople(ctxFor(deps, c.var)))), 200),
  )
  app.openapi(dropMember, async (c) => {
    await removeMember(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'No member any more.' }, 200)
  })
  app.openapi(newOwner, async (c) => {
    await handOver(writeCtxFor(deps, c.var), { to: c.req.valid('json').user })
    return c.json({ message: 'The workspace has another owner.' }, 200)
  })
  app.openapi(sendInvite, async (c) => {
    await invite(writeCtxFor(deps, c.var), c.req.valid('json'))
    return c.json({ message: 'The invitation is on its way.' }, 200)
  })
  app.openapi(dropInvite, async (c) => {
    await withdrawInvite(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The invitation is withdrawn.' }, 200)
  })
  app.openapi(changes, async (c) => c.json({ changes: await listChanges(ctxFor(deps, c.var)) }, 200))
}
