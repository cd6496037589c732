import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { isList } from '../searched.ts'

/** A predicate in the prefix notation that Peer.java reads: tokens apart by spaces, each percent-encoded. */
export function written(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'all':
    case 'none':
      return predicate.kind
    case 'and':
    case 'or':
      return [predicate.kind, predicate.operands.length, ...predicate.operands.map(written)].join(' ')
    case 'not':
      return `not ${written(predicate.operand)}`
    case 'test':
      return tokens(predicate.column, predicate.test)
        .map((token) => encodeURIComponent(String(token)))
        .join(' ')
  }
}

type Token = string | number | boolean

function tokens(column: Column, test: Test): Token[] {
  const { name } = column
  switch (test.op) {
    case 'exists':
      return column.shape === 'ip' ? ['all'] : ['exists', name]
    case 'equals':
      return ['equals', name, test.value]
    case 'is':
      return ['equals', name, test.value]
    case 'like':
      return ['like', name, wildcards(test)]
    case 'text-range': {
      const { from, to } = test
      const bound = (value?: string): string => (value === undefined ? '' : `=${value}`)
      return ['texts', name, bound(from?.value), bound(to?.value), !!from?.inclusive, !!to?.inclusive]
    }
    case 'number-equals':
      return Number.isSafeInteger(test.value) && (isList(column) || column.name.startsWith('sensor_'))
        ? ['written', name, test.value]
        : ['numbers', name, test.value, test.value, true, true]
    case 'number-range': {
      const { value: from = -Infinity, inclusive: withFrom = true } = test.from ?? {}
      const { value: to = Infinity, inclusive: withTo = true } = test.to ?? {}
      return ['numbers', name, from, to, withFrom, withTo]
    }
    case 'time-range': {
      const whole = (value: number): number => Math.min(2 ** 32 - 1, Math.max(1, Math.ceil(value)))
      return ['times', name, whole(test.from ?? 1), test.to === undefined ? 2 ** 32 : whole(test.to) - 1]
    }
    case 'ip-in':
      throw new Error('No text of the corpus asks for a list.')
    case 'ip-range':
      return ['addresses', test.from, test.to]
  }
}

const wildcards = ({ pattern }: Extract<Test, { op: 'like' }>): string =>
  pattern
    .map((piece) =>
      typeof piece === 'string' ? piece.replaceAll(/[\\*?]/g, String.raw`\$&`) : piece.wildcard,
    )
    .join('')
