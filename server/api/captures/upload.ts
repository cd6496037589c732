import { createRoute, z } from '@hono/zod-openapi'
import { origins, vantages } from '#model/session.ts'
import { refuse } from '#model/errors.ts'
import { snakeKeys } from '../wire/case.ts'
import { writeCtxFor } from '#services/context.ts'
import { removeDemo } from '#services/demo/remove.ts'
import { ingestCapture } from '#services/capture/ingest.ts'
import { requireRights } from '#services/access.ts'
import { bodyAtPace, uploadPace } from '../../http/body.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'
import { receipt } from '../wire/capture.ts'
import { line } from '../wire/text.ts'

const query = z.object({
  name: line(200).default('capture').openapi({ description: 'A name for people, e.g. the file name.' }),
  shift_to: z
    .enum(['now'])
    .optional()
    .openapi({ description: 'now: move all times so that the last packet is now.' }),
  publish: looseBoolean.optional().openapi({
    description: "false keeps the sessions inside the workspace; default is the workspace's own setting.",
  }),
  sensor: z
    .string()
    .regex(/^[\w.:-]{1,64}$/)
    .default('capture'),
  kind: z.enum(vantages).optional().openapi({
    description:
      'What it was taken at: a sensor nobody has business with, or a network in use, where ordinary logins and look-ups accuse nobody. Default: sensor, and the answer says so.',
  }),
  batch_id: z
    .string()
    .regex(/^[\w.:-]{1,128}$/)
    .optional()
    .openapi({ description: 'Delivering the same id twice counts once. Default: a hash of the content.' }),
  origin: z.enum(origins).default('live'),
})

const unsaid =
  'Taken as what a sensor saw. Of a network in use say kind=network; PATCH /api/captures/{id} changes it later.'

const keptAs = (kind: string): string =>
  `This capture is stored as of a ${kind}, and sending it again changes nothing: PATCH /api/captures/{id} does.`

const route = createRoute({
  method: 'post',
  path: '/api/ingest/captures',
  summary:
    'Take a packet capture (pcap or pcapng, also gzip or zstd) as the body; answers when its sessions are safe on disk',
  security: [{ key: [] }],
  request: { query },
  // Described by hand: the body is a stream, which no schema checks.
  requestBody: {
    required: true,
    description: 'The bytes of the capture',
    content: { 'application/vnd.tcpdump.pcap': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    200: { description: 'The result', content: { 'application/json': { schema: receipt } } },
    ...refusals(
      'invalid-input',
      'unauthorized',
      'too-large',
      'too-slow',
      'unreadable-capture',
      'conflict',
      'rate-limited',
      'busy',
    ),
  },
})

export function uploadRoute(app: App, { deps, demo, limits }: AppDeps): void {
  app.openapi(route, async (c) => {
    const asked = c.req.valid('query')
    const { scope } = c.var
    requireRights({ scope }, ingestCapture.needs)
    // The demo is everybody's, and its banner with it.
    if (asked.origin === 'demo') requireRights({ scope }, removeDemo.needs)
    const declared = Number(c.req.header('content-length') ?? 0)
    if (declared > deps.limits.captureBytes)
      throw refuse('too-large', `A capture may hold ${deps.limits.captureBytes} bytes.`)
    const leave = limits.counts.take('uploads', c.var.caller)
    const done = await ingestCapture(writeCtxFor(deps, { scope }), {
      body: bodyAtPace(c.env, c.var.signal, uploadPace),
      name: asked.name,
      sensor: asked.sensor,
      origin: asked.origin,
      shiftToNow: asked.shift_to === 'now',
      signal: c.var.signal,
      ...(asked.kind !== undefined && { vantage: asked.kind }),
      ...(asked.publish !== undefined && { publish: asked.publish }),
      ...(asked.batch_id !== undefined && { batchId: asked.batch_id }),
    }).finally(leave)
    if (asked.origin === 'demo') await demo.mark()
    const { vantage: kind, ...rest } = done
    const note = done.duplicate
      ? asked.kind !== undefined && asked.kind !== kind && { kind_note: keptAs(kind) }
      : asked.kind === undefined && { kind_note: unsaid }
    return c.json({ ...(snakeKeys(rest) as z.infer<typeof receipt>), kind, ...note }, 200)
  })
}
