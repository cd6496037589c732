import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultLimits } from '#model/sensor/protocol.ts'
import { wanted } from '../testing/product.ts'
import { configOf, enrollAnswerOf, heartbeatAnswerOf, receiptOf } from './answers.ts'
import { WrongShape } from './read.ts'
import { snakeKeys } from './snake.ts'

const full = {
  ...wanted(7),
  profile: {
    ...(wanted()['profile'] as object),
    credentials: [{ user: 'root', password: '*' }],
    catch_all: [{ from: 8000, to: 8100, transport: 'tcp' }],
    ports: [
      {
        port: 443,
        transport: 'tcp',
        protocol: 'https',
        tls: true,
        options: {
          hostname: 'router',
          headers: { 'X-Powered-By': 'PHP/5.6' },
          responses: [{ path: '/cgi-bin/*', status: 200, headers: { 'Set-Cookie': 'a=b' }, body: 'OK' }],
          shell: { 'cat /proc/cpuInfo': 'processor: 0' },
        },
      },
    ],
  },
}

test('a configuration that is kept is read again as it came', () => {
  const read = configOf(full)
  expect(configOf(JSON.parse(JSON.stringify(snakeKeys(read))))).toEqual(read)
  expect(read.limits).toEqual(defaultLimits)
  const { options } = read.profile.ports[0] ?? {}
  expect(options).toMatchObject({ shell: { 'cat /proc/cpuInfo': 'processor: 0' } })
  expect(options?.responses?.[0]?.headers).toEqual({ 'Set-Cookie': 'a=b' })
})

test('whatever is answered is either read or refused by where it is wrong', () => {
  const readers = [configOf, enrollAnswerOf, heartbeatAnswerOf, receiptOf]
  const damaged = fc
    .tuple(fc.constantFrom(...pathsOf(full)), fc.jsonValue())
    .map(([path, value]) => replaced(full, path, value))
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), damaged), (value) => {
      for (const read of readers) {
        try {
          read(value)
        } catch (error) {
          expect(error).toBeInstanceOf(WrongShape)
        }
      }
    }),
  )
})

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([key, one]) => pathsOf(one).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}
