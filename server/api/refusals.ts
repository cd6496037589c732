import { errorCatalogue, type ErrorCode } from '#model/errors.ts'
import { problemSchema } from './wire/problem.ts'

/** Limits count every request (server/limits): 429 for one's own count, 503 where others take what there is. */
const ofEveryCall = ['rate-limited', 'busy'] as const

/** What a call may refuse, for its OpenAPI description; codes of one status share an entry. */
export const refusals = <C extends ErrorCode>(...codes: C[]) =>
  described({ 'application/problem+json': { schema: problemSchema } }, [...codes, ...ofEveryCall])

/** The same of the public aliases, whose refusals are called plain JSON (server/http/problem.ts). */
export const publicRefusals = <C extends ErrorCode>(...codes: C[]) =>
  described({ 'application/json': { schema: problemSchema } }, [...codes, ...ofEveryCall])

function described<C extends ErrorCode, T extends object>(content: T, codes: readonly C[]) {
  const titles = new Map<number, string[]>()
  for (const code of new Set(codes)) {
    const { status, title } = errorCatalogue[code]
    titles.set(status, [...(titles.get(status) ?? []), title])
  }
  const entries = [...titles].map(([status, of]) => [status, { description: of.join('; '), content }])
  return Object.fromEntries(entries) as Record<
    (typeof errorCatalogue)[C]['status'],
    { description: string; content: T }
  >
}
