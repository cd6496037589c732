import type { Origin, Vantage } from '#model/session.ts'
import { ingestCapture as takeIn, type CaptureReceipt } from '#pipeline/ingest/capture.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { workspaceOf } from '../scope.ts'

export interface IngestCapture {
  body: AsyncIterable<Uint8Array>
  name: string
  sensor: string
  /** What it was taken at; a sensor without it. */
  vantage?: Vantage
  origin: Origin
  shiftToNow: boolean
  /** Whether the sessions feed the global records; the workspace's own setting without it. */
  publish?: boolean
  batchId?: string
  /** Ends when the sender hangs up. */
  signal?: AbortSignal
}

/**
 * Takes a capture into the asker's workspace. A workspace that does not publish cannot be talked into it by one upload.
 * Of one that was taken before, `vantage` is what stands now: it may have been changed since.
 * @throws Refusal 'unreadable-capture', 'too-large', 'busy'
 */
export const ingestCapture = verb(
  ['workspace', 'ingest'],
  async (
    ctx: WriteCtx,
    { publish, vantage = 'sensor', ...input }: IngestCapture,
  ): Promise<CaptureReceipt> => {
    const { limits } = ctx
    const scope = workspaceOf(ctx.scope)
    const receipt = await takeIn(
      {
        spool: ctx.spool,
        files: ctx.files,
        captures: ctx.workspace.captures,
        dissection: ctx.dissection,
        enrich: ctx.enrich,
        retentionDays: limits.retentionDays,
        limit: limits.captureBytes,
        log: ctx.log,
      },
      {
        ...input,
        vantage,
        workspace: scope.workspace,
        published: scope.publish && (publish ?? true),
        // Of several servers another one may have taken it, whose batches this one does not know.
        mayBeStored: ctx.analytics.across !== undefined,
        now: ctx.clock(),
      },
    )
    const status = receipt.duplicate ? await ctx.workspace.captures.get(receipt.id) : null
    return status ? { ...receipt, vantage: status.vantage } : receipt
  },
)
