import * as fc from 'fast-check'
import { sessionRegistry } from '#gnql/registry/sessions.ts'
import { addresses, decimals, numbers, texts } from '#gnql/testing/vocabulary.ts'
import { fold } from '#gnql/values/fold.ts'
import { sessionColumns, tagsColumn } from '../../tables/sessions.ts'

const lower = new Set(['tags', 'origin', 'transport', 'direction', 'vantage', 'id'])

/** The largest number a column's type holds, so that a document says what its row says. */
function numbersFor(type: string): fc.Arbitrary<unknown> {
  if (type === 'Nullable(Float64)') return fc.constantFrom(null, ...decimals)
  const max = type.includes('UInt8') ? 255 : 65_535
  const some = fc.constantFrom(...numbers.filter((number) => number <= max))
  return type.startsWith('Nullable') ? fc.oneof(fc.constant(null), some) : some
}

/** Random sessions as their table has them, keyed by column; times are milliseconds before `now`. */
export function sessionDocuments(now: number): fc.Arbitrary<object> {
  const types = new Map([...sessionColumns, tagsColumn].map(({ name, type }) => [name, type]))
  const columns = new Map(
    sessionRegistry.fields.flatMap((field) => field.columns.map(({ name, shape }) => [name, shape])),
  )
  const text = fc.constantFrom('', ...texts)
  const arbitraries = [...columns].map(([name, shape]): [string, fc.Arbitrary<unknown>] => {
    const written = lower.has(name) ? text.map(fold) : text
    const number = numbersFor(types.get(name) ?? '')
    switch (shape) {
      case 'text':
      case 'pair-text':
        return [name, written]
      case 'text-list':
        return [name, fc.array(written, { maxLength: 3 })]
      case 'number':
      case 'pair-number':
        return [name, number]
      case 'number-list':
        return [name, fc.array(number, { maxLength: 3 })]
      case 'boolean':
        return [name, fc.boolean()]
      case 'time':
        return [name, fc.integer({ min: now - 100 * 86_400_000, max: now })]
      case 'ip':
        return [name, fc.constantFrom(...addresses)]
    }
  })
  return fc.record(Object.fromEntries(arbitraries))
}
