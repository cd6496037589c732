import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { changeSensor, removeSensor } from '#services/sensors/change.ts'
import { everySensor, listSensors, sensorOrders } from '#services/sensors/list.ts'
import { getSensor } from '#services/sensors/one.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { integerOr, looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'
import { csvLine } from '../present/csv.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/sensor.ts'
import { liveRoute } from './live.ts'
import { scriptRoutes } from './scripts.ts'

const security = [{ key: [] }]
const base = '/api/workspace/sensors'
const search = z.string().max(200).default('').openapi({ description: 'Words of which each must be found' })

const list = createRoute({
  method: 'get',
  middleware: holding(listSensors),
  path: base,
  summary: 'Sensors of the workspace, a page at a time',
  security,
  request: {
    query: z.object({
      search,
      sort: z.enum(sensorOrders).default('name'),
      descending: looseBoolean.optional(),
      page: integerOr(1, 1, 100_000),
      page_size: integerOr(50, 1, 500),
    }),
  },
  responses: {
    ...answers('A page; one beyond the last is the last', wire.list),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})

const map = createRoute({
  method: 'get',
  middleware: holding(everySensor),
  path: `${base}/map`,
  summary: 'Where the sensors of the workspace are',
  security,
  request: { query: z.object({ search }) },
  responses: {
    ...answers('Those whose place is known, and how many are not', wire.mapOfSensors),
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})

const exported = createRoute({
  method: 'get',
  middleware: holding(everySensor),
  path: `${base}/export`,
  summary: 'The sensors of the workspace as a file',
  security,
  request: {
    query: z.object({ search, file_format: z.enum(['csv', 'json']).default('csv') }),
  },
  responses: {
    200: {
      description: 'The file',
      content: {
        'text/csv': { schema: z.string() },
        'application/json': { schema: z.array(wire.sensor) },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})

const get = createRoute({
  method: 'get',
  middleware: holding(getSensor),
  path: `${base}/{id}`,
  summary: 'A sensor with its checks, history and latest sessions',
  security,
  request: { params: wire.sensorId },
  responses: { ...answers('The sensor', wire.detail), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

const put = createRoute({
  method: 'put',
  middleware: holding(changeSensor),
  path: `${base}/{id}`,
  summary: 'Say anew what a sensor is called, pretends to be, where it is',
  security,
  request: { params: wire.sensorId, ...takes(wire.change) },
  responses: {
    ...answers('The sensor', wire.detail),
    ...refusals('invalid-input', 'invalid-address', 'unauthorized', 'forbidden', 'not-found'),
  },
})

const remove = createRoute({
  method: 'delete',
  middleware: holding(removeSensor),
  path: `${base}/{id}`,
  summary: 'Take a sensor off the list; what it sent stays',
  security,
  request: { params: wire.sensorId },
  responses: { ...answers('Removed', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

const columns = [
  'id',
  'name',
  'status',
  'reason',
  'ip_address',
  'country_code',
  'asn',
  'hostname',
  'os',
  'agent_version',
  'last_heartbeat',
  'lag_ms',
  'created',
] as const

export function sensorListRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.openapi(list, async (c) => {
    const { page_size: pageSize, descending = false, ...rest } = c.req.valid('query')
    const found = await listSensors(ctxFor(deps, c.var), { ...rest, descending, pageSize })
    const sensors = found.sensors.map(({ trace, ...one }) => ({ ...wire.presentSensor(one), trace }))
    return c.json({ ...found, sensors }, 200)
  })
  app.openapi(map, async (c) => {
    const all = (await everySensor(ctxFor(deps, c.var), c.req.valid('query'))).map(wire.presentSensor)
    const sensors = all.flatMap(({ latitude, longitude, ...one }) =>
      latitude === null || longitude === null ? [] : [{ ...one, latitude, longitude }],
    )
    return c.json({ sensors, elsewhere: all.length - sensors.length }, 200)
  })
  app.openapi(exported, async (c) => {
    const { file_format: format, search } = c.req.valid('query')
    const all = (await everySensor(ctxFor(deps, c.var), { search })).map(wire.presentSensor)
    const stamp = new Date(deps.clock()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    c.header('content-disposition', `attachment; filename="sensors_${stamp}.${format}"`)
    c.header('cache-control', 'no-store')
    if (format === 'json') return c.json(all, 200)
    c.header('content-type', 'text/csv; charset=utf-8')
    const lines = all.map((one) =>
      csvLine([...columns.map((name) => String(one[name] ?? '')), one.profile.name]),
    )
    return c.body(csvLine([...columns, 'profile']) + lines.join(''), 200)
  })
  // Before those of one sensor: none is called "script".
  scriptRoutes(app, appDeps)
  liveRoute(app, appDeps)
  app.openapi(get, async (c) =>
    c.json(wire.presentDetail(await getSensor(ctxFor(deps, c.var), c.req.valid('param'))), 200),
  )
  app.openapi(put, async (c) => {
    const { id } = c.req.valid('param')
    const { ip_address, is_capturing, network_ports, ...rest } = c.req.valid('json')
    const ctx = writeCtxFor(deps, c.var)
    await changeSensor(ctx, {
      id,
      ...wire.given(rest),
      ...wire.given({ ipAddress: ip_address, isCapturing: is_capturing, networkPorts: network_ports }),
    })
    return c.json(wire.presentDetail(await getSensor(ctx, { id })), 200)
  })
  app.openapi(remove, async (c) => {
    await removeSensor(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The sensor is off the list; what it sent stays.' }, 200)
  })
}
