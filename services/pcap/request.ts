import { type Pcap, pcapLimits, type PcapWanted } from '#model/pcap.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { uuidV7 } from '#store/identifier.ts'
import { verb } from '../access.ts'
import { userIn } from '../scope.ts'
import type { WriteCtx } from '../context.ts'
import { workspaceOf } from '../scope.ts'
import { wantedOf } from './asked.ts'
import { estimated, requireSize } from './estimate.ts'
import { found } from './find.ts'

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
    const wanted = wantedOf(ctx, asked)
    if ((await pcaps.open()) >= pcapLimits.open)
      throw new Refusal('busy', {
        message: `${pcapLimits.open} files of packets of your workspace are not done: wait for one of them.`,
        retryAfter: 10,
      })
    if ((await pcaps.keptBytes()) >= pcapLimits.keptBytes)
      throw refuse(
        'conflict',
        `Files of packets of your workspace take ${Math.floor(pcapLimits.keptBytes / 1e6)} MB already: remove one, or wait until one ends.`,
      )
    const estimate = await estimated(ctx.analytics, ctx.workspace, scopeOf(workspaceOf(ctx.scope)), wanted)
    requireSize(estimate)
    const created = ctx.clock()
    const id = uuidV7(created)
    const expires = created + pcapLimits.keptDays * dayMs
    await pcaps.enter({ id, user: userIn(ctx.scope), ...asked, estimate, created, expires })
    await ctx.record({ act: 'pcap.request', subject: id, after: query })
    ctx.pcaps.wake()
    return found(ctx, id)
  },
)
