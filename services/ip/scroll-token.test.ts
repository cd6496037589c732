import { describe, expect, test } from 'vitest'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'

const secret = new Uint8Array(32).fill(7)
const position = { startedAt: 1_700_000_000_000, order: 'ip', after: { ip: '2001:db8::1', key: 0 } } as const
const sorted = { ...position, order: 'sessions', after: { ip: '2001:db8::1', key: 12 } } as const
const token = makeScrollToken('tags:Mirai', position, secret)

describe('scroll tokens', () => {
  test('a token gives back its position for its own query', () => {
    const query = 'tags:Mirai'
    expect(readScrollToken(token, { query }, position.startedAt + 1000, secret)).toEqual(position)
    const other = makeScrollToken(query, sorted, secret)
    expect(readScrollToken(other, { query, order: 'sessions' }, position.startedAt, secret)).toEqual(sorted)
  })

  test('a token of one order is none of another', () => {
    const query = 'tags:Mirai'
    for (const [made, order] of [
      [position, 'sessions'],
      [sorted, 'ip'],
      [sorted, 'last_seen'],
    ] as const)
      expect(() =>
        readScrollToken(makeScrollToken(query, made, secret), { query, order }, position.startedAt, secret),
      ).toThrow('another order')
  })

  test('another query, another secret, a later day or one changed character is refused', () => {
    const read =
      (text: string, query = 'tags:Mirai', now: number = position.startedAt, key = secret) =>
      () =>
        readScrollToken(text, { query }, now, key)
    expect(read(token, 'tags:mirai')).toThrow('another query')
    expect(read(token, 'tags:Mirai', position.startedAt + 25 * 3_600_000)).toThrow('expired')
    expect(read(token, 'tags:Mirai', position.startedAt, new Uint8Array(32))).toThrow('not valid')
    for (let at = 0; at < token.length - 1; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      if (token[at] !== '.') expect(read(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toThrow()
    }
  })

  test('garbage is refused as a token, not with a crash', () => {
    for (const garbage of ['', '.', 'a.b', '....', '\0', 'x'.repeat(5000)])
      expect(() => readScrollToken(garbage, { query: 'q' }, 0, secret)).toThrow('scroll token')
  })
})
