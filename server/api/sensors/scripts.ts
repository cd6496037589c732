import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { installCommand, installScript, installState } from '#services/sensors/install.ts'
import { scriptTypes } from '#services/sensors/sensor-files.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { ownPagesOnly } from '../../http/hosts.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/sensor.ts'
import { line } from '../wire/text.ts'

const security = [{ key: [] }]
const profile = line(64).optional().openapi({ description: 'Id of the profile it begins with' })

const script = createRoute({
  method: 'get',
  // It makes a token, and a link or window of another page brings the sign-in along.
  middleware: [ownPagesOnly, holding(installScript)] as const,
  path: '/api/workspace/sensors/script',
  summary:
    'A script for a host, with a token in it that makes one sensor within an hour, or repairs the one that it is',
  security,
  request: { query: z.object({ type: z.enum(scriptTypes).default('install'), profile }) },
  responses: {
    200: { description: 'The script', content: { 'text/x-shellscript': { schema: z.string() } } },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict', 'not-implemented'),
  },
})

const begin = createRoute({
  method: 'post',
  middleware: holding(installCommand),
  path: '/api/workspace/sensors/installs',
  summary:
    'One command to copy, which makes a sensor of a host within an hour, or repairs the one that it is',
  security,
  request: takes(z.strictObject({ type: z.enum(['install', 'container']).optional(), profile })),
  responses: {
    ...answers('The command, told this once', wire.installCommand),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})

const follow = createRoute({
  method: 'get',
  middleware: holding(installState),
  path: '/api/workspace/sensors/installs/{id}',
  summary: 'What became of a command: whether a sensor came of it, and was heard',
  security,
  request: { params: wire.sensorId },
  responses: {
    ...answers('How it fares', wire.installState),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})

export function scriptRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(script, async (c) => {
    const { type, profile } = c.req.valid('query')
    const made = await installScript(writeCtxFor(deps, c.var), { type, ...wire.given({ profile }) })
    c.header('cache-control', 'no-store')
    c.header('content-type', 'text/x-shellscript; charset=utf-8')
    return c.body(made.script, 200)
  })
  app.openapi(begin, async (c) => {
    const made = await installCommand(writeCtxFor(deps, c.var), wire.given(c.req.valid('json')))
    const { command, token, hasPlace } = made
    c.header('cache-control', 'no-store')
    const { id, expires } = token
    const expiry = new Date(expires).toISOString()
    const state = { id, expires: expiry, sensor: null, name: null, is_heard: false }
    return c.json({ ...state, command, has_place: hasPlace }, 200)
  })
  app.openapi(follow, async (c) => {
    const { token, name, isHeard } = await installState(ctxFor(deps, c.var), c.req.valid('param'))
    const { id, expires, sensor } = token
    return c.json({ id, expires: new Date(expires).toISOString(), sensor, name, is_heard: isHeard }, 200)
  })
}
