import * as fc from 'fast-check'
import type { Column } from '../predicate.ts'
import type { Registry } from '../registry/registry.ts'
import { addresses, numbers, texts } from './vocabulary.ts'

/**
 * Records of any catalogue, keyed by column name, over the few values that generated queries use. Times are whole
 * milliseconds within 80 days before `now`, on few days.
 */
export function rows(registry: Registry, now: number): fc.Arbitrary<Record<string, unknown>> {
  const columns = new Map(
    registry.fields.flatMap((field) => field.columns).map((column) => [column.name, column]),
  )
  const text = fc.oneof(fc.constant(''), fc.constantFrom(...texts))
  const number = fc.constantFrom(...numbers)
  const ago = [0, 1, 999, 1000, 1001, 3_600_000, 86_399_999, 86_400_000, 7 * 86_400_000, 80 * 86_400_000]
  const usual = ({ shape }: Column): fc.Arbitrary<unknown> => {
    switch (shape) {
      case 'text':
        return text
      case 'text-list':
        return fc.array(fc.constantFrom(...texts), { maxLength: 3 })
      case 'number':
        return number
      case 'number-list':
        return fc.array(number, { maxLength: 3 })
      case 'boolean':
        return fc.boolean()
      case 'time':
        return fc.constantFrom(...ago).map((before) => now - before)
      case 'ip':
        return fc.constantFrom(...addresses)
      case 'pair-text':
      case 'pair-number':
        throw new Error('Pairs belong to documents (generate.ts).')
    }
  }
  return fc.record(Object.fromEntries([...columns].map(([name, column]) => [name, usual(column)])))
}
