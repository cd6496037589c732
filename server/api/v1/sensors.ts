import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { changeSensor, removeSensor } from '#services/sensors/change.ts'
import { installScript } from '#services/sensors/install.ts'
import { listSensors, sensorOrders } from '#services/sensors/list.ts'
import { getSensor } from '#services/sensors/one.ts'
import { requireActive } from '../../auth/in-workspace.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { takes } from '../described.ts'
import { integerOr, looseBoolean } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { given } from '../wire/sensor.ts'
import * as wire from '../wire/sensor-v1.ts'

const base = '/v1/workspaces/{workspace}/sensors'

const list = createRoute({
  method: 'get',
  middleware: holding(listSensors),
  path: base,
  summary: 'Sensors of the workspace, as existing clients know them',
  request: {
    params: wire.ofWorkspace,
    query: z.object({
      filter: z.string().max(200).default(''),
      page: integerOr(1, 1, 100_000),
      page_size: integerOr(100, 1, 1000),
      sort_by: z.enum(sensorOrders).default('name'),
      descending: looseBoolean.optional(),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      content: {
        'application/json': {
          schema: z.object({ items: z.array(wire.sensor), pagination: wire.pagination }),
        },
      },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const get = createRoute({
  method: 'get',
  middleware: holding(getSensor),
  path: `${base}/{id}`,
  summary: 'One sensor',
  request: { params: wire.ofSensor },
  responses: {
    200: { description: 'The sensor', content: { 'application/json': { schema: wire.sensor } } },
    ...publicRefusals('unauthorized', 'forbidden', 'not-found'),
  },
})
const put = createRoute({
  method: 'put',
  middleware: holding(changeSensor),
  path: `${base}/{id}`,
  summary: 'Say anew what a sensor is called and pretends to be',
  request: { params: wire.ofSensor, ...takes(wire.change) },
  responses: {
    202: { description: 'Said', content: { 'application/json': { schema: wire.sensor } } },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: holding(removeSensor),
  path: `${base}/{id}`,
  summary: 'Take a sensor off the list',
  request: { params: wire.ofSensor },
  responses: {
    204: { description: 'Removed' },
    ...publicRefusals('unauthorized', 'forbidden', 'not-found'),
  },
})
const script = (name: 'bootstrap' | 'unbootstrap', summary: string) =>
  createRoute({
    method: 'get',
    middleware: holding(installScript),
    path: `${base}/${name}/script`,
    summary,
    request: { params: wire.ofWorkspace },
    responses: {
      200: { description: 'The script', content: { 'text/x-shellscript': { schema: z.string() } } },
      ...publicRefusals('unauthorized', 'forbidden', 'not-found', 'conflict', 'not-implemented'),
    },
  })

/** Fixed paths are registered before those of one sensor. */
export function sensorAliases(app: App, { deps }: AppDeps): void {
  for (const [name, type, summary] of [
    ['bootstrap', 'install', 'A script that makes a sensor of a host'],
    ['unbootstrap', 'uninstall', 'A script that undoes it'],
  ] as const)
    app.openapi(script(name, summary), async (c) => {
      requireActive(c.var.scope, c.req.valid('param').workspace)
      const made = await installScript(writeCtxFor(deps, c.var), { type })
      c.header('cache-control', 'no-store')
      c.header('content-type', 'text/x-shellscript; charset=utf-8')
      return c.body(made.script, 200)
    })
  app.openapi(list, async (c) => {
    requireActive(c.var.scope, c.req.valid('param').workspace)
    const { filter, page, page_size, sort_by, descending = false } = c.req.valid('query')
    const found = await listSensors(ctxFor(deps, c.var), {
      search: filter,
      page,
      pageSize: page_size,
      sort: sort_by,
      descending,
    })
    const pagination = { page: found.page, page_size, total_items: found.total }
    return c.json({ items: found.sensors.map(wire.present), pagination }, 200)
  })
  app.openapi(get, async (c) => {
    const { workspace, id } = c.req.valid('param')
    requireActive(c.var.scope, workspace)
    return c.json(wire.present(await getSensor(ctxFor(deps, c.var), { id })), 200)
  })
  app.openapi(put, async (c) => {
    const { workspace, id } = c.req.valid('param')
    requireActive(c.var.scope, workspace)
    const { name, persona: profile } = c.req.valid('json')
    const ctx = writeCtxFor(deps, c.var)
    await changeSensor(ctx, { id, ...given({ name, profile }) })
    return c.json(wire.present(await getSensor(ctx, { id })), 202)
  })
  app.openapi(remove, async (c) => {
    const { workspace, id } = c.req.valid('param')
    requireActive(c.var.scope, workspace)
    await removeSensor(writeCtxFor(deps, c.var), { id })
    return c.body(null, 204)
  })
}
