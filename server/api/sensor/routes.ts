import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import { batchBytes } from '#model/sensor/protocol.ts'
import { batchReceipt, takeBatch } from '#services/sensors/agent/batch.ts'
import { nextConfig } from '#services/sensors/agent/config.ts'
import { enroll } from '#services/sensors/agent/enroll.ts'
import { heartbeat } from '#services/sensors/agent/heartbeat.ts'
import { leave } from '#services/sensors/agent/leave.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { bodyAtPace } from '../../http/body.ts'
import type { Env } from '../../http/env.ts'
import { wrongKeySeconds } from '../../limits/wrong-keys.ts'
import { answers, takes } from '../described.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/agent.ts'
import { carryingRoutes } from './carrying.ts'
import { agentOf, heartbeatsOnly, sensorBuckets, sensorsOnly } from './agent-of.ts'

const security = [{ sensor: [] }]
/** A batch that takes longer gives its place among the uploads to others; the agent sends it again. */
const batchPace = { ms: 120_000 }
const batchId = z.object({ id: z.uuid() })

const enrolling = createRoute({
  method: 'post',
  path: '/api/sensor/enroll',
  summary: 'Makes a sensor of a one-time token',
  security: [{}],
  request: takes(wire.enrollRequest),
  responses: {
    201: {
      description: 'The sensor, and what it is to do',
      content: { 'application/json': { schema: wire.enrollAnswer } },
    },
    ...refusals('invalid-input', 'unauthorized', 'conflict'),
  },
})

const beating = (middleware: MiddlewareHandler<Env>) =>
  createRoute({
    method: 'post',
    path: '/api/sensor/heartbeat',
    summary: 'Tells how a sensor fares',
    security,
    middleware,
    request: takes(wire.heartbeat),
    responses: { ...answers('Heard', wire.heartbeatAnswer), ...refusals('invalid-input', 'unauthorized') },
  })

const configuring = createRoute({
  method: 'get',
  path: '/api/sensor/config',
  summary: 'What a sensor is to do, once that is newer than what it knows',
  security,
  middleware: sensorsOnly,
  request: {
    query: z.object({
      after: integerOr(0, 0, 2_147_483_647).openapi({ description: 'The version it knows' }),
      wait: integerOr(0, 0, 25).openapi({ description: 'Seconds to wait for a newer one' }),
    }),
  },
  responses: {
    ...answers('A newer one', wire.sensorConfig),
    204: { description: 'There was none meanwhile' },
    ...refusals('invalid-input', 'unauthorized'),
  },
})

const sending = createRoute({
  method: 'put',
  path: '/api/sensor/batches/{id}',
  summary: 'Takes what a sensor saw, once; answers when its sessions are safe on disk',
  security,
  middleware: sensorsOnly,
  request: {
    params: batchId,
    headers: z.object({
      'x-sha256': z
        .string()
        .regex(/^[\da-fA-F]{64}$/)
        .optional(),
      'x-sent-at': z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
  },
  requestBody: {
    required: true,
    description: `A pcapng, compressed by zstd or gzip, of ${batchBytes} bytes at most as sent`,
    content: { 'application/vnd.tcpdump.pcap': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    ...answers('Taken', wire.batchReceipt),
    ...refusals('invalid-input', 'unauthorized', 'too-large', 'too-slow', 'unreadable-capture', 'conflict'),
  },
})

const asking = createRoute({
  method: 'get',
  path: '/api/sensor/batches/{id}',
  summary: 'Whether a batch was taken',
  security,
  middleware: sensorsOnly,
  request: { params: batchId },
  responses: { ...answers('It was', wire.batchReceipt), ...refusals('unauthorized', 'not-found') },
})

const leaving = createRoute({
  method: 'post',
  path: '/api/sensor/leave',
  summary: 'The host was uninstalled: its token ends, its history stays',
  security,
  middleware: sensorsOnly,
  responses: { 204: { description: 'Its token has ended' }, ...refusals('unauthorized') },
})

/** The calls of agents (docs/sensors.md). */
export function sensorRoutes(app: App, appDeps: AppDeps): void {
  const { deps, limits } = appDeps
  const buckets = sensorBuckets()
  app.openapi(enrolling, async (c) => {
    const { caller, address } = c.var
    // Whoever guesses tokens is counted as whoever guesses keys.
    limits.work.check(caller)
    const request = wire.enrollRequestOf(c.req.valid('json'))
    const answer = await enroll(deps, request, address).catch((error: unknown) => {
      limits.work.charge(caller, wrongKeySeconds)
      throw error
    })
    return c.json(wire.toAgent(answer) as z.infer<typeof wire.enrollAnswer>, 201)
  })
  app.openapi(beating(heartbeatsOnly()), async (c) => {
    const agent = await agentOf(c, deps, buckets)
    const answer = await heartbeat(agent, wire.heartbeatOf(c.req.valid('json')))
    return c.json(wire.toAgent(answer) as z.infer<typeof wire.heartbeatAnswer>, 200)
  })
  app.openapi(configuring, async (c) => {
    const agent = await agentOf(c, deps, buckets)
    const { after, wait } = c.req.valid('query')
    const leaveQueue = limits.counts.take('waits', c.var.caller)
    try {
      const config = await nextConfig(agent, { after, waitMs: wait * 1000, signal: c.var.signal })
      if (!config) return c.body(null, 204)
      return c.json(wire.toAgent(config) as z.infer<typeof wire.sensorConfig>, 200)
    } finally {
      leaveQueue()
    }
  })
  app.openapi(sending, async (c) => {
    const agent = await agentOf(c, deps, buckets)
    const declared = Number(c.req.header('content-length') ?? 0)
    if (declared > batchBytes) throw refuse('too-large', `A batch may have ${batchBytes} bytes as sent.`)
    const { id } = c.req.valid('param')
    const { 'x-sha256': sha256 = null, 'x-sent-at': sentAt } = c.req.valid('header')
    const leaveQueue = limits.counts.take('uploads', c.var.caller)
    const receipt = await takeBatch(agent, {
      id: id.toLowerCase(),
      body: bodyAtPace(c.env, c.var.signal, batchPace),
      sha256,
      sentAt: sentAt === undefined ? null : Number(sentAt),
      signal: c.var.signal,
    }).finally(leaveQueue)
    return c.json(wire.toAgent(receipt) as z.infer<typeof wire.batchReceipt>, 200)
  })
  app.openapi(asking, async (c) => {
    const agent = await agentOf(c, deps, buckets)
    const receipt = await batchReceipt(agent, c.req.valid('param').id.toLowerCase())
    if (!receipt) throw refuse('not-found', 'No such batch was taken.')
    return c.json(wire.toAgent(receipt) as z.infer<typeof wire.batchReceipt>, 200)
  })
  carryingRoutes(app, appDeps)
  app.openapi(leaving, async (c) => {
    await leave(await agentOf(c, deps, buckets))
    return c.body(null, 204)
  })
}
