import type { KeptPackets } from '#store/app/packets.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import type { PacketRetention } from './parts.ts'

/** What of the workspace's captures is still there, and by which bounds it goes. */
export const packetsKept = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx): Promise<KeptPackets & { bounds: PacketRetention }> => ({
    ...(await ctx.workspace.packets.kept()),
    bounds: ctx.limits.packets,
  }),
)
