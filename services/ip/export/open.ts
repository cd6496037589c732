import { refuse } from '#model/errors.ts'
import { type IpOrder, maxOrderedExport } from '#model/ip-order.ts'
import { withCarriedTags } from '#store/analytics/exports/used-tags.ts'
import { type ExportFormat, lineOf } from '#store/analytics/exports/lines.ts'
import type { Shape } from '#store/analytics/exports/shape.ts'
import { orderedSlicesOf } from '#store/analytics/exports/ordered.ts'
import type { FileOrder, Slice } from '#store/analytics/exports/slice.ts'
import { type Exported, sliceBytes, slicesOf } from '#store/analytics/exports/slices.ts'
import { verb } from '../../access.ts'
import { canonicalAddress } from '../address.ts'
import { affordably } from '../too-costly.ts'
import { analyzedOrRefused } from '../analyze-query.ts'
import { type ExportCtx, ownerOf } from './export-ctx.ts'
import { sending } from './being-sent.ts'
import { type Cursor, makeCursor, readCursor } from './cursor.ts'
import { sendSlices } from './send.ts'
import { maxRows, stillThere, takeSnapshot, tooManyToSort } from './snapshot.ts'

export interface ExportIps {
  query: string
  format: ExportFormat
  /** How a record is written. */
  shape: Shape
  /** Only so many, the first in order of address. Not with `changesSince`, which compares all that matches. */
  first?: number
  /** The order of the lines, by address without it. Others are for at most `maxOrderedExport` addresses, and for no changes. */
  order?: IpOrder
  /** Fetch the rows of an earlier export again. */
  cursor?: string
  /** With `cursor`: only what stands behind this address. */
  after?: string
  /** The cursor of an earlier export: only what is new, gone or changed since. */
  changesSince?: string
  /** Ends the export, also while it is prepared; aborted by the caller when the answer has been sent or cannot be. */
  signal: AbortSignal
}

export interface OpenExport {
  /** Rows of the whole export, those before `after` included. */
  total: number
  /** Addresses that matched when the copy was made; `total` unless changes are told. */
  matching: number
  cursor: string
  changes: boolean
  adjustedQuery: string
  /** Milliseconds since 1970 UTC at which the copy was made. */
  madeAt: number
  /** Lines, each with "\n" (lines.ts), in the order that was asked for; a few slices are held at a time. */
  lines: AsyncGenerator<Buffer, void, undefined>
}

/**
 * An export of everything a query matches, as it stood at one moment: every address exactly once.
 * @throws Refusal 'forbidden' for a plan without exports, 'invalid-query', 'invalid-cursor', 'invalid-input',
 * 'too-large', 'rate-limited', 'busy'
 */
export const exportIps = verb(
  ['feature-search-ips', 'data-export'],
  async (ctx: ExportCtx, asked: ExportIps): Promise<OpenExport> => {
    ctx.health.check()
    const { cursor, after, changesSince, first, signal, format, order = 'ip' } = asked
    if (cursor !== undefined && changesSince !== undefined)
      throw refuse('invalid-input', 'Give either cursor, to continue, or changes_since, to compare.')
    if (after !== undefined && cursor === undefined)
      throw refuse('invalid-input', 'after: it continues an export, so it needs the cursor of that export.')
    if (changesSince !== undefined && isOrdered(order))
      throw refuse('invalid-input', 'sort: changes come in the order of addresses.', { parameter: 'sort' })
    const from = after === undefined ? undefined : canonicalAddress(after)
    const owner = ownerOf(ctx.scope)
    const holder = { query: asked.query, owner, secret: ctx.secret }
    const understood = await analyzedOrRefused(asked.query, ctx, ctx.clock())
    const ends = [ctx.place()]
    const free = (): void => ends.forEach((end) => end())
    signal.addEventListener('abort', free)
    try {
      signal.throwIfAborted()
      const found: Cursor = cursor
        ? await continued(ctx, readCursor(cursor, holder))
        : await affordably(understood, () =>
            begun(ctx, understood.predicate, changesSince && readCursor(changesSince, holder), {
              signal,
              first,
              most: isOrdered(order) ? maxOrderedExport : maxRows,
            }),
          )
      ends.push(sending(found.snapshot))
      const exported: Exported = {
        now: { id: found.snapshot, madeAt: found.madeAt },
        base: found.base && { id: found.base.snapshot, madeAt: found.base.madeAt },
      }
      const shape = await withCarriedTags(ctx.analytics, exported.now, asked.shape, signal)
      if (isOrdered(order) && found.rows > maxOrderedExport) throw tooManyToSort(found.rows)
      const slices = await slicesIn(ctx, exported, { order, format, signal })
      const total = slices.reduce((sum, { rows }) => sum + rows, 0)
      const left =
        from === undefined ? slices : await slicesIn(ctx, exported, { order, format, signal, after: from })
      return {
        total,
        matching: found.rows,
        cursor: makeCursor(found, holder),
        changes: found.base !== null,
        adjustedQuery: understood.adjustedQuery,
        madeAt: found.madeAt * 1000,
        lines: sendSlices(ctx.analytics, exported, left, lineOf(format, shape, found.base !== null), {
          signal,
          done: free,
        }),
      }
    } catch (error) {
      free()
      throw error
    }
  },
  { is: ({ cursor }) => cursor === undefined },
)

const isOrdered = (order: IpOrder): order is FileOrder => order !== 'ip'

async function slicesIn(
  { analytics }: ExportCtx,
  exported: Exported,
  { order, ...how }: { order: IpOrder; format: ExportFormat; after?: string; signal: AbortSignal },
): Promise<Slice[]> {
  if (!isOrdered(order)) return slicesOf(analytics, exported, how)
  const slices = await orderedSlicesOf(analytics, exported.now, { ...how, order, bytes: sliceBytes })
  if (!slices) throw refuse('invalid-input', 'after: the export has no such address.', { parameter: 'after' })
  return slices
}

async function continued(ctx: ExportCtx, cursor: Cursor): Promise<Cursor> {
  await stillThere(ctx, 'export_rows', cursor)
  await stillThere(ctx, 'export_digests', cursor)
  if (cursor.base) await stillThere(ctx, 'export_digests', cursor.base)
  return cursor
}

async function begun(
  ctx: ExportCtx,
  predicate: Parameters<typeof takeSnapshot>[1],
  since: Cursor | '' | undefined,
  wanted: Parameters<typeof takeSnapshot>[2],
): Promise<Cursor> {
  if (!since) return { ...(await takeSnapshot(ctx, predicate, wanted)), base: null }
  const { base: _, ...base } = since
  await stillThere(ctx, 'export_digests', base)
  return { ...(await takeSnapshot(ctx, predicate, wanted)), base }
}
