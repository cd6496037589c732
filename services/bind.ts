import type { Standing } from '#model/views.ts'
import type { Ctx } from './context.ts'
import { home } from './home/report.ts'
import { lookUpIp } from './ip/look-up.ts'
import { queryIps } from './ip/query.ts'
import type { Services } from './services.ts'

/** The verbs of pages, bound to who is asking. */
export const bind = (ctx: Ctx, standing: () => Promise<Standing>): Services => ({
  lookUpIp: (input) => lookUpIp(ctx, input),
  queryIps: (input) => queryIps(ctx, input),
  home: () => home(ctx),
  standing,
})
