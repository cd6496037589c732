import { ClickHouseError } from '@clickhouse/client'
import { type Refusal, refuse } from '#model/errors.ts'

/** What is thrown for a statement that takes more memory than it may have (errors.ts). */
export function outOfMemory(): Refusal {
  const refusal = refuse('busy', 'The analytics store is busy, try again.')
  const cause = new ClickHouseError({ message: 'too much', code: '241', type: 'MEMORY_LIMIT_EXCEEDED' })
  refusal.cause = new Error('it', { cause })
  return refusal
}
