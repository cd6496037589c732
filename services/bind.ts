import type { ServerStatus } from '#model/views.ts'
import type { Ctx } from './context.ts'
import { lookUpCve } from './cve/look-up.ts'
import { home } from './home/report.ts'
import { lookUpIp } from './ip/ip-report.ts'
import { queryIps } from './ip/query-report.ts'
import { sourcesReport } from './sources/report.ts'
import { listTags } from './tags/list.ts'
import { tagReport } from './tags/report.ts'
import { trends } from './trends/report.ts'
import type { Services } from './services.ts'

/** The verbs of pages, bound to who is asking. */
export const bind = (ctx: Ctx, status: () => Promise<ServerStatus>): Services => ({
  lookUpIp: (input) => lookUpIp(ctx, input),
  queryIps: (input) => queryIps(ctx, input),
  lookUpCve: (input) => lookUpCve(ctx, input),
  home: () => home(ctx),
  listTags: (input) => listTags(ctx, input),
  tagReport: (input) => tagReport(ctx, input),
  trends: (input) => trends(ctx, input),
  sources: () => sourcesReport(ctx),
  status,
})
