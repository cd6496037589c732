import type { Context } from 'hono'
import { lackingGroups, restrictedPaths } from '#model/ip-document/groups.ts'
import type { IpOrder } from '#model/ip-order.ts'
import { exportCookie } from '#model/export-memory.ts'
import { exportIps } from '#services/ip/export/open.ts'
import { ownLists } from '#services/analysis/own-lists.ts'
import { keeperOf } from '#services/ip/export/export-ctx.ts'
import { admittedAnalytics } from '#store/analytics/read-only.ts'
import type { ExportFormat } from '#store/analytics/exports/lines.ts'
import type { Env } from '../../http/env.ts'
import type { AppDeps } from '../../http/app-deps.ts'
import type { TagBySlug } from '../present/ip-record.ts'
import type { Selection } from '../present/select.ts'
import { contentTypes, fileName, wrapped } from './envelope.ts'
import { inOrder, recordShape } from './record-shape.ts'
import { streamOf } from './stream.ts'

export interface AskedExport {
  query: string
  format: ExportFormat
  /** In the words of the call. */
  tags: TagBySlug
  /** What of a record is written. */
  shown: Selection
  /** Only so many, the first in order of address; all without it. */
  first?: number | undefined
  /** By address without it. */
  sort?: IpOrder | undefined
  /** Paths of the record in the order in which a table is to have them; that of the record without. */
  columns?: readonly string[]
  cursor?: string | undefined
  after?: string | undefined
  changes_since?: string | undefined
}

/** Answers with the file as it is made. Who hangs up ends it, in the engine too. */
export async function exportResponse(
  c: Context<Env>,
  { deps, limits }: Pick<AppDeps, 'deps' | 'limits'>,
  asked: AskedExport,
): Promise<Response> {
  const { query, format, first, cursor, after, changes_since: changesSince } = asked
  const ending = new AbortController()
  c.env.outgoing.once('close', () => ending.abort())
  const { scope, caller, admissions } = c.var
  const lacking = lackingGroups(scope.plan)
  const whole = recordShape(asked.tags, { shown: asked.shown, lacking })
  const shape = format === 'csv' && asked.columns?.length ? inOrder(whole, asked.columns) : whole
  const signal = AbortSignal.any([c.var.signal, ending.signal])
  // It may be refused before it is begun; once begun it is only slowed.
  ;(await admissions.engine(signal))()
  let bytes = 0
  const place = (): (() => void) =>
    limits.exports.take(caller, { bytes: () => bytes, end: () => c.env.outgoing.destroy() })
  const open = await exportIps(
    {
      ...deps,
      analytics: admittedAnalytics(admissions.steady, signal, deps.analytics),
      scope,
      lists: ownLists(deps, scope),
      keeper: keeperOf(scope, caller.groups[0].name),
      place,
    },
    {
      query,
      format,
      shape,
      signal,
      ...(first && { first }),
      ...(asked.sort && { order: asked.sort }),
      ...(cursor && { cursor }),
      ...(after && { after }),
      ...(changesSince && { changesSince }),
    },
  )
  const file = wrapped(open, { format, shape, query, first: !after, restricted: restrictedPaths(lacking) })
  return new Response(
    streamOf(file, {
      onSent: (sent) => (bytes += sent),
      onIdle: () => c.env.outgoing.destroy(),
      onFailed: (error) => {
        if (!ending.signal.aborted) c.var.log.error({ err: error }, 'export: ended early')
      },
      onCancelled: () => ending.abort(),
    }),
    {
      headers: {
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${fileName(open, query, format)}"`,
        'cache-control': 'no-store',
        'export-cursor': open.cursor,
        'export-count': String(open.total),
        ...(lacking.length > 0 && { 'restricted-fields': restrictedPaths(lacking).join(', ') }),
        // Programs keep the cursor themselves.
        ...(c.req.header('sec-fetch-dest') !== undefined && { 'set-cookie': exportCookie(query, open) }),
      },
    },
  )
}
