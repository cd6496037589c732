import { createRoute } from '@hono/zod-openapi'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { cancelPcap, removePcap } from '#services/pcap/end.ts'
import { estimatePcap } from '#services/pcap/estimate.ts'
import { getPcap, listPcaps, pcapFile } from '#services/pcap/find.ts'
import { requestPcap } from '#services/pcap/request.ts'
import { pcapRoom } from '#services/pcap/room.ts'
import { holding } from '../../auth/holding.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { sendFileRange } from '../../http/file-range.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/pcap.ts'
import { pcapForm } from './form.ts'

const base = '/api/workspace/sensors/pcap'
const security = [{ key: [] }]
const ofOne = refusals('unauthorized', 'forbidden', 'not-found')
const params = { params: wire.pcapId }

const list = createRoute({
  method: 'get',
  path: base,
  summary: 'Files of packets that your workspace asked for, newest first, and what its plan gives',
  security,
  responses: { ...answers('Files', wire.pcapList), ...refusals('unauthorized', 'forbidden') },
})
const estimate = createRoute({
  method: 'post',
  middleware: holding(estimatePcap),
  path: `${base}/estimate`,
  summary: 'How much the packets of some sessions are, before they are asked for',
  security,
  request: takes(wire.pcapWanted),
  responses: {
    ...answers('The estimate', wire.pcapEstimate),
    ...refusals('invalid-input', 'invalid-query', 'unauthorized', 'forbidden', 'busy'),
  },
})
const request = createRoute({
  method: 'post',
  middleware: holding(requestPcap),
  path: base,
  summary: 'Ask for the packets of some sessions as one pcapng; it is made in the background',
  security,
  request: takes(wire.pcapWanted),
  responses: {
    ...answers('It waits, or is made', wire.pcap),
    ...refusals(
      'invalid-input',
      'invalid-query',
      'unauthorized',
      'forbidden',
      'not-found',
      'too-large',
      'conflict',
      'busy',
    ),
  },
})
const get = createRoute({
  method: 'get',
  path: `${base}/{id}`,
  summary: 'How far a file of packets is',
  security,
  request: params,
  responses: { ...answers('As it stands', wire.pcap), ...ofOne },
})
const file = createRoute({
  method: 'get',
  path: `${base}/{id}/file`,
  summary: 'The file, also in ranges: a download that broke off goes on',
  security,
  request: params,
  responses: {
    200: {
      description: 'A pcapng; 206 with a part of it, and 416 for a range that lies behind its end',
      content: { 'application/vnd.tcpdump.pcap': { schema: { type: 'string', format: 'binary' } } },
    },
    ...ofOne,
  },
})
const cancel = createRoute({
  method: 'post',
  path: `${base}/{id}/cancel`,
  summary: 'End one that is not made yet',
  security,
  request: params,
  responses: { ...answers('It ends', message), ...ofOne },
})
const remove = createRoute({
  method: 'delete',
  path: `${base}/{id}`,
  summary: 'Remove one with its file',
  security,
  request: params,
  responses: { ...answers('It is gone', message), ...ofOne },
})

/** Packets of sessions, as files. */
export function pcapRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  pcapForm(app, appDeps)
  app.openapi(list, async (c) => {
    const ctx = ctxFor(deps, c.var)
    const [items, room] = await Promise.all([listPcaps(ctx), pcapRoom(ctx)])
    return c.json({ items: items.map(wire.wiredPcap), room: wire.wiredRoom(room) }, 200)
  })
  app.openapi(estimate, async (c) => {
    const found = await estimatePcap(ctxFor(deps, c.var), wire.wantedIn(c.req.valid('json')))
    return c.json(wire.wiredEstimate(found), 200)
  })
  app.openapi(request, async (c) => {
    const made = await requestPcap(writeCtxFor(deps, c.var), wire.wantedIn(c.req.valid('json')))
    return c.json(wire.wiredPcap(made), 200)
  })
  app.openapi(get, async (c) =>
    c.json(wire.wiredPcap(await getPcap(ctxFor(deps, c.var), c.req.valid('param'))), 200),
  )
  app.openapi(file, async (c) => {
    const { path, pcap } = await pcapFile(ctxFor(deps, c.var), c.req.valid('param'))
    return sendFileRange(c.req.raw, {
      path,
      etag: pcap.sha256,
      headers: {
        'content-type': 'application/vnd.tcpdump.pcap',
        'content-disposition': `attachment; filename="${nameOf(pcap)}"`,
        'cache-control': 'no-store',
      },
    }) as never
  })
  app.openapi(cancel, async (c) => {
    await cancelPcap(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'It ends.' }, 200)
  })
  app.openapi(remove, async (c) => {
    await removePcap(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The file is gone.' }, 200)
  })
}

/** `packets-2026-11-25T10-00.pcapng`: by where its range begins. */
const nameOf = ({ from }: { from: number }): string =>
  `packets-${new Date(from).toISOString().slice(0, 16).replace(':', '-')}.pcapng`
