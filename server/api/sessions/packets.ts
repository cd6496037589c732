import type { ReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { packetsOfSession } from '#services/sessions/packets.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { publicRefusals, refusals } from '../refusals.ts'
import { line } from '../wire/text.ts'

const routeAt = (path: `/${string}/{id}/${string}`) =>
  createRoute({
    method: 'get',
    path,
    summary: 'The packets of one session, as a pcapng',
    security: [{ key: [] }],
    request: {
      params: z.object({ id: line(64) }),
      query: z.object({
        at: z.iso
          .datetime({ offset: true })
          .optional()
          .openapi({ description: 'When it began, where that is known: it is found sooner' }),
        type: z.enum(['pcap']).default('pcap'),
      }),
    },
    responses: {
      200: {
        description: 'A pcapng',
        content: { 'application/vnd.tcpdump.pcap': { schema: { type: 'string', format: 'binary' } } },
      },
      ...(path.startsWith('/api/') ? refusals : publicRefusals)(
        'invalid-input',
        'unauthorized',
        'forbidden',
        'not-found',
        'too-large',
        'busy',
      ),
    },
  })

/** What proves a session. */
export function sessionPacketRoutes(app: App, { deps, limits }: AppDeps): void {
  for (const path of ['/api/workspace/sessions/{id}/export', '/v3/sessions/{id}/export'] as const)
    app.openapi(routeAt(path), async (c) => {
      const { id } = c.req.valid('param')
      const { at } = c.req.valid('query')
      let packets: ReadStream | undefined
      const leave = limits.exports.take(c.var.caller, {
        bytes: () => packets?.bytesRead ?? 0,
        end: () => c.env.outgoing.destroy(),
      })
      try {
        packets = await packetsOfSession(ctxFor(deps, c.var), {
          id,
          signal: c.var.signal,
          ...(at !== undefined && { at: Date.parse(at) }),
        })
        packets.once('close', leave)
        return new Response(Readable.toWeb(packets) as ReadableStream<Uint8Array>, {
          headers: {
            'content-type': 'application/vnd.tcpdump.pcap',
            'content-disposition': `attachment; filename="session-${id.replaceAll(/[^\w-]/g, '')}.pcapng"`,
            'cache-control': 'no-store',
          },
        }) as never
      } catch (error) {
        leave()
        throw error
      }
    })
}
