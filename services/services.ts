import { lackingGroups, type PlanLimits } from '#model/ip-document/groups.ts'
import type { ServerStatus } from '#model/server-status.ts'
import { has, type Right } from './access.ts'
import type { Ctx } from './context.ts'
import { lookUpCve } from './cve/look-up.ts'
import { home } from './home/report.ts'
import { lookUpIp } from './ip/ip-report.ts'
import { queryIps } from './ip/query-report.ts'
import { jobStatuses as jobs } from './server/jobs.ts'
import { sourcesReport as sources } from './sources/report.ts'
import { listTags } from './tags/list.ts'
import { tagReport } from './tags/report.ts'
import { trends } from './trends/report.ts'

/** The verbs of pages. */
export const pageVerbs = { lookUpIp, queryIps, lookUpCve, home, listTags, tagReport, trends, sources, jobs }

type Bound<V> = V extends (ctx: Ctx, ...input: infer Input) => infer Output
  ? (...input: Input) => Output
  : never

/** What a page may call, bound to who is asking. `app/` imports this type and nothing else. */
export type Services = { readonly [Name in keyof typeof pageVerbs]: Bound<(typeof pageVerbs)[Name]> } & {
  /** Whether the plan of who asks holds a right. */
  can(right: Right): boolean
  /** What the plan of who asks leaves out. */
  plan: PlanLimits
  status(): Promise<ServerStatus>
}

export function bind(ctx: Ctx, status: () => Promise<ServerStatus>): Services {
  const bound = Object.entries(pageVerbs).map(([name, run]) => [
    name,
    (...input: unknown[]) => (run as (ctx: Ctx, ...input: unknown[]) => unknown)(ctx, ...input),
  ])
  return {
    ...(Object.fromEntries(bound) as Omit<Services, 'can' | 'plan' | 'status'>),
    can: (right) => has(ctx.scope, right),
    plan: { historicDays: ctx.scope.plan.historicDays, lacking: lackingGroups(ctx.scope.plan) },
    status,
  }
}
