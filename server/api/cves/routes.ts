import { createRoute, z } from '@hono/zod-openapi'
import { snakeKeys } from '../wire/case.ts'
import { cveReport, type CveReportOnWire } from '../wire/cve-report.ts'
import { withheldColumns } from '#model/ip-document/groups.ts'
import { ctxFor } from '#services/context.ts'
import { lookUpCve } from '#services/cve/look-up.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'

const lookUp = createRoute({
  method: 'get',
  path: '/api/cves/{cve}',
  summary: 'Everything known about one CVE: description, exploitation, activity at our sensors, phase',
  request: { params: z.object({ cve: z.string().max(64).openapi({ example: 'CVE-2021-44228' }) }) },
  responses: {
    200: { description: 'The report', content: { 'application/json': { schema: cveReport } } },
    206: {
      description: 'The part of the report that the plan reaches',
      content: { 'application/json': { schema: cveReport } },
    },
    ...refusals('invalid-cve', 'unauthorized', 'not-found', 'busy'),
  },
})

const sections = ['timeline', 'exploitation', 'stats', 'activity'] as const

export function cveRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(lookUp, async (c) => {
    const found = await lookUpCve(ctxFor(deps, c.var), { cve: c.req.valid('param').cve })
    const { lacking, ...report } = found
    const columns = withheldColumns(lacking)
    const withheld: string[] = sections.filter((name) => found[name] === null)
    if (found.activity && columns.has('scan_protocol')) withheld.push('activity.ports')
    if (found.activity && columns.has('http_path')) withheld.push('activity.paths')
    if (found.activity && columns.has('cves')) withheld.push('activity.also_tried')
    const body = {
      ...(snakeKeys(report) as Omit<CveReportOnWire, 'request_metadata'>),
      request_metadata: { restricted_fields: withheld },
    }
    return withheld.length > 0 ? c.json(body, 206) : c.json(body, 200)
  })
}
