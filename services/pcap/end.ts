import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { storedPcap } from './find.ts'
import { TakenAway } from '../tasks/leased.ts'

/** Ends one that is not over. @throws Refusal 'not-found' */
export const cancelPcap = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    await storedPcap(ctx, id)
    // Whoever is at it sees within a second that it is over.
    await ctx.workspace.pcaps.finish(id, { state: 'cancelled', error: '' })
    ctx.pcaps.running.get(id)?.cancel.abort(new TakenAway())
  },
)

/** Removes one with its file. @throws Refusal 'not-found' */
export const removePcap = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const { file } = await storedPcap(ctx, id)
    await ctx.workspace.pcaps.remove(id)
    ctx.pcaps.running.get(id)?.cancel.abort(new TakenAway())
    if (file !== '') await ctx.pcaps.files.remove(file)
    await ctx.record({ act: 'pcap.remove', subject: id })
  },
)
