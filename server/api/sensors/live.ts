import { createRoute, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import { setTimeout as pause } from 'node:timers/promises'
import { ctxFor } from '#services/context.ts'
import { newSessions } from '#services/sensors/one.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { integer } from '../params.ts'
import { refusals } from '../refusals.ts'
import { presentSession, sensorId } from '../wire/sensor.ts'

const route = createRoute({
  method: 'get',
  middleware: holding(newSessions),
  path: '/api/workspace/sensors/{id}/live',
  summary: 'Sessions of a sensor as they come (server-sent events)',
  security: [{ key: [] }],
  request: {
    params: sensorId,
    query: z.object({
      after: integer(0, 4_102_444_800_000).openapi({
        description: 'Milliseconds: sessions that began later',
      }),
    }),
  },
  responses: {
    200: {
      description: 'Events "sessions", each a list; a comment now and then shows that the line stands',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found'),
  },
})

/** Milliseconds between two looks, and after which a page asks anew, as it does where its rights may have changed: no line stands for ever. */
const everyMs = 1500
const atMostMs = 10 * 60_000

export function liveRoute(app: App, { deps, limits, scopeFinders }: AppDeps): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    let { after } = c.req.valid('query')
    // Each look has a request's budget of the engine.
    const look = (since: number) => newSessions(ctxFor(deps, c.var), { id, after: since })
    const mayChange = (): boolean =>
      scopeFinders.generation() !== c.var.scopeGeneration || deps.clock() >= c.var.scopeUntil
    // Refused before the line stands.
    await look(after)
    const leave = limits.counts.take('waits', c.var.caller)
    const ends = performance.now() + atMostMs
    c.header('cache-control', 'no-store')
    return streamSSE(c, async (stream) => {
      const { signal } = c.var
      const seen = new Set<string>()
      try {
        while (!signal.aborted && !stream.aborted && !mayChange() && performance.now() < ends) {
          // A session that began before the newest may be stored after it.
          const found = await look(after - 60_000)
          const fresh = found.filter((one) => one.first_packet > after - 60_000 && !seen.has(one.id))
          const told = fresh.filter((one) => one.first_packet > after || seen.size > 0)
          for (const one of fresh) seen.add(one.id)
          if (seen.size > 5000) seen.clear()
          after = Math.max(after, ...fresh.map((one) => one.first_packet))
          if (told.length > 0)
            await stream.writeSSE({ event: 'sessions', data: JSON.stringify(told.map(presentSession)) })
          else await stream.write(': \n\n')
          await pause(everyMs, undefined, { signal }).catch(() => undefined)
        }
      } finally {
        leave()
      }
    })
  })
}
