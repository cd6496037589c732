import { understand, type Understanding } from '#gnql/understand.ts'
import { Refusal } from '#model/errors.ts'
import type { Scope } from '../scope.ts'

/** Text to meaning for IP records, with the reach of the asker's plan. `now` in milliseconds. */
export function understandIpQuery(query: string, scope: Scope, now: number): Understanding {
  return understand(query, { catalogue: 'ip', now, windowDays: scope.plan.historicDays })
}

/** The same for callers that take no diagnostics: @throws Refusal 'invalid-query' with the span and what was expected. */
export function understoodOrRefused(query: string, scope: Scope, now: number): Understanding {
  const understood = understandIpQuery(query, scope, now)
  if (understood.ok) return understood
  const first = understood.diagnostics.find(({ severity }) => severity === 'error')
  throw new Refusal('invalid-query', {
    message: first
      ? `${first.message} (at ${first.span.start}–${first.span.end})`
      : 'The query could not be understood.',
    extra: { query, diagnostics: understood.diagnostics },
  })
}
