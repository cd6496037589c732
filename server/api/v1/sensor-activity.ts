import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { canonicalAddress } from '#services/ip/address.ts'
import { type ActivityPage, sensorActivity } from '#services/sensors/activity.ts'
import { refuse } from '#model/errors.ts'
import { requireActive } from '../../auth/in-workspace.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { csvLine } from '../present/csv.ts'
import { integerOr } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { given } from '../wire/sensor.ts'
import * as wire from '../wire/sensor-v1.ts'
import { line } from '../wire/text.ts'

const route = createRoute({
  method: 'get',
  middleware: holding(sensorActivity),
  path: '/v1/workspaces/{workspace}/sensors/activity',
  summary: 'What the sensors of the workspace saw; the next page is named by the header X-Scroll-Token',
  request: {
    params: wire.ofWorkspace,
    query: z.object({
      format: z.enum(['json', 'csv']).default('json'),
      start_time: z.string().max(40).optional(),
      end_time: z.string().max(40).optional(),
      persona_id: line(64).optional(),
      source_ip: line(64).optional(),
      size: integerOr(100, 1, 10_000),
      scroll: line(100).optional(),
    }),
  },
  responses: {
    200: {
      description: 'Newest first',
      content: {
        'application/json': { schema: z.array(wire.activityRow) },
        'text/csv': { schema: z.string() },
      },
      headers: z.object({
        'x-scroll-token': z.string().optional().openapi({ description: 'Absent on the last page' }),
      }),
    },
    ...publicRefusals(
      'invalid-input',
      'invalid-address',
      'invalid-cursor',
      'unauthorized',
      'forbidden',
      'not-found',
    ),
  },
})

const day = 86_400_000

export function sensorActivityRoute(app: App, { deps }: AppDeps): void {
  app.openapi(route, async (c) => {
    requireActive(c.var.scope, c.req.valid('param').workspace)
    const { format, start_time, end_time, persona_id, source_ip, size, scroll } = c.req.valid('query')
    const until = end_time === undefined ? deps.clock() + day : timeOf(end_time, 'end_time')
    const since = start_time === undefined ? until - 2 * day : timeOf(start_time, 'start_time')
    const found = await sensorActivity(ctxFor(deps, c.var), {
      since,
      until,
      size,
      ...given({
        profile: persona_id,
        source: source_ip === undefined ? undefined : canonicalAddress(source_ip),
        scroll,
      }),
    })
    if (found.next !== null) c.header('x-scroll-token', found.next)
    const rows = found.rows.map(present)
    if (format === 'json') return c.json(rows, 200)
    c.header('content-type', 'text/csv; charset=utf-8')
    return c.body(
      csvLine(Object.keys(wire.activityRow.shape)) +
        rows.map((row) => csvLine(Object.values(row).map((value) => [value].flat().join(' ')))).join(''),
      200,
    )
  })
}

function timeOf(text: string, parameter: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw refuse('invalid-input', `${parameter}: expected a time such as 2026-11-25T12:00:00Z.`, {
      parameter,
    })
  return at
}

const present = (row: ActivityPage['rows'][number]): z.infer<typeof wire.activityRow> => ({
  session_id: row.id,
  sensor_id: row.sensor,
  persona_id: row.profile,
  source_ip: row.src_ip,
  source_port: row.src_port,
  destination_ip: row.dst_ip,
  destination_port: row.dst_port,
  protocols: row.protocols,
  http_uri: row.http_uri,
  bytes: row.src_bytes + row.dst_bytes,
  packets: row.src_packets + row.dst_packets,
  start_time: new Date(row.first_packet).toISOString(),
  stop_time: new Date(row.last_packet).toISOString(),
})
