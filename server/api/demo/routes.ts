import { createRoute, z } from '@hono/zod-openapi'
import { demoSensors } from '#model/demo-sensors.ts'
import { refuse } from '#model/errors.ts'
import { batchBytes } from '#model/sensor/protocol.ts'
import { writeCtxFor } from '#services/context.ts'
import { removeDemo } from '#services/demo/remove.ts'
import { takeDemoPart } from '#services/demo/take-part.ts'
import { requireRights } from '#services/access.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { holding } from '../../auth/holding.ts'
import { bodyAtPace, uploadPace } from '../../http/body.ts'
import { answers } from '../described.ts'
import { integer } from '../params.ts'
import { refusals } from '../refusals.ts'
import { batchReceipt, toAgent } from '../wire/agent.ts'
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

const take = createRoute({
  method: 'put',
  middleware: holding(takeDemoPart),
  path: '/api/demo/captures/{name}',
  summary: 'Take a part of the simulated traffic, once: what one of the demo’s sensors saw on a day',
  security: [{ key: [] }],
  request: {
    params: z.object({ name: z.string().regex(/^[\w.:-]{1,64}$/) }),
    query: z.object({
      sensor: z.enum(demoSensors.map(({ site }) => site)),
      part: integer(1, 1000),
      parts: integer(1, 1000),
    }),
  },
  requestBody: {
    required: true,
    description: `A pcap of ${batchBytes} bytes at most`,
    content: { 'application/vnd.tcpdump.pcap': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    ...answers('Taken', batchReceipt),
    ...refusals(
      'invalid-input',
      'unauthorized',
      'forbidden',
      'too-large',
      'too-slow',
      'unreadable-capture',
      'conflict',
      'busy',
    ),
  },
})

export function demoRoutes(app: App, { deps, demo, limits }: AppDeps): void {
  app.openapi(start, async (c) => {
    // It fills what everybody sees.
    requireRights(c.var, removeDemo.needs)
    const { startedAt, partsDone } = await demo.start()
    const message = 'Send the captures of the month that ends here.'
    return c.json({ message, started_at: startedAt, parts_done: partsDone }, 200)
  })
  app.openapi(take, async (c) => {
    const { name } = c.req.valid('param')
    const { sensor: site, part, parts } = c.req.valid('query')
    const loadedAt = demo.startedAt()
    // A command line that goes on loading what somebody else removed.
    if (loadedAt === null)
      throw refuse('conflict', 'The demo data was removed, or its loading never begun: POST /api/demo first.')
    const leave = limits.counts.take('uploads', c.var.caller)
    const body = bodyAtPace(c.env, c.var.signal, uploadPace)
    const receipt = await takeDemoPart(writeCtxFor(deps, c.var), {
      name,
      site,
      loadedAt,
      body,
      signal: c.var.signal,
    }).finally(leave)
    if (!(await demo.arrived(part, parts))) await removeDemo(writeCtxFor(deps, c.var))
    return c.json(toAgent(receipt) as z.infer<typeof batchReceipt>, 200)
  })
  app.openapi(remove, async (c) => {
    requireRights(c.var, removeDemo.needs)
    await demo.forget()
    const { captures } = await removeDemo(writeCtxFor(deps, c.var))
    return c.json({ message: `Demo data removed, with its ${captures} captures.` }, 200)
  })
}
