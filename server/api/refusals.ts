import { z } from '@hono/zod-openapi'
import { catalogue, type ErrorCode } from '#model/errors.ts'

/** The body of every refusal (RFC 9457), as server/http/problem.ts writes it. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
  })
  .openapi('Problem')

const problem = { 'application/problem+json': { schema: problemSchema } }

/** What a call may refuse, for its OpenAPI description; codes of one status share an entry. */
export function refusals<C extends ErrorCode>(...codes: C[]) {
  const titles = new Map<number, string[]>()
  for (const code of codes) {
    const { status, title } = catalogue[code]
    titles.set(status, [...(titles.get(status) ?? []), title])
  }
  const entries = [...titles].map(([status, of]) => [
    status,
    { description: of.join('; '), content: problem },
  ])
  return Object.fromEntries(entries) as Record<
    (typeof catalogue)[C]['status'],
    { description: string; content: typeof problem }
  >
}
