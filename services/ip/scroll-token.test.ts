import { describe, expect, test } from 'vitest'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'

const secret = new Uint8Array(32).fill(7)
const position = { startedAt: 1_700_000_000_000, after: '2001:db8::1' }
const token = makeScrollToken('tags:Mirai', position, secret)

describe('scroll tokens', () => {
  test('a token gives back its position for its own query', () => {
    expect(readScrollToken(token, 'tags:Mirai', position.startedAt + 1000, secret)).toEqual(position)
  })

  test('another query, another secret, a later day or one changed character is refused', () => {
    const read =
      (text: string, query = 'tags:Mirai', now = position.startedAt, key = secret) =>
      () =>
        readScrollToken(text, query, now, key)
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
      expect(() => readScrollToken(garbage, 'q', 0, secret)).toThrow('scroll token')
  })
})
