import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { PassThrough, Readable } from 'node:stream'
import { refuse } from '#model/errors.ts'
import { carry } from '#services/sensors/agent/carry.ts'
import type { Transporter } from '#services/sensors/transporter/transporter.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { bodyOf } from '../../http/body.ts'
import type { Env } from '../../http/env.ts'
import { answers } from '../described.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import { carriedConnection } from '../wire/agent.ts'
import { agentOf, sensorBuckets, sensorsOnly, transportersOnly } from './agent-of.ts'

const bytes = { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } }
const stream = (description: string) => ({
  required: true,
  description,
  content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
})

const toDevice = createRoute({
  method: 'post',
  path: '/api/sensor/ports/{port}/connections',
  summary: 'Carries one connection to a port of the sensor to the device of its profile',
  security: [{ sensor: [] }],
  middleware: sensorsOnly,
  request: { params: z.object({ port: z.coerce.number().int().min(1).max(65_535) }) },
  requestBody: stream('What the visitor says, while it is said'),
  responses: {
    200: { description: 'What the device answers, while it is answered', content: bytes },
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'rate-limited', 'busy'),
  },
})

const waiting = createRoute({
  method: 'get',
  path: '/api/sensor/transporter/next',
  summary: 'The next connection that a transporter is to carry to its device',
  security: [{ transporter: [] }],
  middleware: transportersOnly,
  request: {
    query: z.object({ wait: integerOr(0, 0, 25).openapi({ description: 'Seconds to wait for one' }) }),
  },
  responses: {
    ...answers('One', carriedConnection),
    204: { description: 'There was none meanwhile' },
    ...refusals('invalid-input', 'unauthorized'),
  },
})

const fromDevice = createRoute({
  method: 'post',
  path: '/api/sensor/transporter/connections/{id}',
  summary: 'Carries that connection: what the device says against what its visitor says',
  security: [{ transporter: [] }],
  middleware: transportersOnly,
  request: { params: z.object({ id: z.uuid() }) },
  requestBody: stream('What the device says, while it is said'),
  responses: {
    200: { description: 'What the visitor says, while it is said', content: bytes },
    ...refusals('invalid-input', 'unauthorized', 'not-found'),
  },
})

/** The calls of transporters, and those of sensors that they serve (docs/sensors.md). */
export function carryingRoutes(app: App, { deps, limits }: AppDeps): void {
  // Not those of its other calls: how many connections there are its visitors decide.
  const buckets = sensorBuckets()
  const held = (c: Context<Env>): void => {
    const leave = limits.counts.take('carried', c.var.caller)
    const { outgoing } = c.env
    // Whose visitor left while it was asked who he is has hung up already.
    if (outgoing.destroyed) leave()
    else outgoing.once('close', leave)
  }
  const streamed = (c: Context<Env>, from: Readable): Response => {
    // One that breaks off ends the answer without a word, as the connection it carries ended; a failing one would be logged as ours.
    const sent = new PassThrough()
    from.pipe(sent)
    from.once('close', () => {
      if (!from.readableEnded) c.env.outgoing.destroy()
    })
    return new Response(Readable.toWeb(sent) as ReadableStream, {
      headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store, no-transform' },
    })
  }
  app.openapi(toDevice, async (c) => {
    const agent = await agentOf(c, deps, buckets)
    held(c)
    const { signal } = c.var
    const { port } = c.req.valid('param')
    return streamed(c, await carry(agent, { port, said: bodyOf(c.env, signal), signal }))
  })
  app.openapi(waiting, async (c) => {
    const { wait } = c.req.valid('query')
    const leave = limits.counts.take('waits', c.var.caller)
    const until = AbortSignal.any([c.var.signal, AbortSignal.timeout(wait * 1000)])
    const offer = await deps.relay.next(transporterOf(c), until).finally(leave)
    return offer ? c.json(offer, 200) : c.body(null, 204)
  })
  app.openapi(fromDevice, (c) => {
    held(c)
    const { id } = c.req.valid('param')
    return streamed(c, deps.relay.take(transporterOf(c), id.toLowerCase(), bodyOf(c.env, c.var.signal)))
  })
}

function transporterOf(c: Context<Env>): Transporter {
  const { transporter } = c.var
  if (!transporter) throw refuse('unauthorized')
  return transporter
}
