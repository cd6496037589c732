import { grantedBy, type Pcap, type PcapWanted } from '#model/pcap.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { uuidV7 } from '#store/identifier.ts'
import { verb } from '../access.ts'
import { userIn } from '../scope.ts'
import type { WriteCtx } from '../context.ts'
import { workspaceOf } from '../scope.ts'
import { wantedOf } from './asked.ts'
import { estimated, requireSize } from './estimate.ts'
import { found } from './find.ts'
import { requirePlace, requireRoom } from './room.ts'

const dayMs = 86_400_000

/**
 * Asks for the packets of sessions; the file is made in the background, by whichever server comes to it, also after a restart
 * (run-next.ts). @throws Refusal 'invalid-input', 'invalid-query', 'not-found', 'too-large', 'busy'; 'conflict' where its files take too much
 */
export const requestPcap = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: WriteCtx, { from, to, sensors, query }: PcapWanted): Promise<Pcap> => {
    const { pcaps } = ctx.workspace
    const asked = { from, to, sensors, query }
    const wanted = await wantedOf(ctx, asked)
    const { pcaps: limits } = ctx.scope.plan
    // Before the engine counts; what others ask for meanwhile is seen when it is entered.
    requirePlace({ ...limits, use: await pcaps.use(ctx.clock()) })
    const estimate = await estimated(ctx.analytics, ctx.workspace, scopeOf(workspaceOf(ctx.scope)), wanted)
    requireSize(estimate, limits)
    const created = ctx.clock()
    const id = uuidV7(created)
    const expires = created + limits.keptDays * dayMs
    const granted = grantedBy(limits)
    await pcaps.enter(
      { id, user: userIn(ctx.scope), ...asked, estimate, granted, created, expires },
      (use) => {
        requirePlace({ ...limits, use })
        requireRoom({ ...limits, use }, estimate)
      },
    )
    await ctx.record({ act: 'pcap.request', subject: id, after: query })
    ctx.pcaps.wake()
    return found(ctx, id)
  },
)
