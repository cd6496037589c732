import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openWritten } from './written.ts'

/** How often each version was written. */
function opened(max?: number) {
  const times = new Map<string, number>()
  const written = openWritten(max)
  const ask = (version: string, text = version) =>
    written.json(version, () => {
      times.set(version, (times.get(version) ?? 0) + 1)
      return text
    })
  return { ask, times, written }
}

describe('written answers', () => {
  test('are kept from the second time on, and another version is another answer', () => {
    const { ask, times } = opened()
    for (let n = 0; n < 5; n += 1) expect([ask('a').text, ask('b').text]).toEqual(['a', 'b'])
    expect([...times]).toEqual([
      ['a', 2],
      ['b', 2],
    ])
  })

  test('of what has no version are written each time', () => {
    const { written } = opened()
    let n = 0
    expect([1, 2, 3].map(() => written.json(null, () => `${(n += 1)}`).text)).toEqual(['1', '2', '3'])
  })

  test('hold the same bytes packed, which are made once', () => {
    const { ask } = opened()
    ask('a', 'text, text')
    const packed = ask('a', 'text, text').gzip()
    expect(gunzipSync(packed).toString()).toBe('text, text')
    expect(ask('a').gzip()).toBe(packed)
  })

  test('take so much at most, those asked for longest ago leave first, and a larger one is not kept', () => {
    const { ask, times } = opened(100)
    const text = 'x'.repeat(10)
    const twice = (version: string, of = text): void => [1, 2].forEach(() => ask(version, of))
    for (let at = 0; at < 8; at += 1) twice(`${at}`)
    ask('0', text)
    for (let at = 8; at < 20; at += 1) {
      twice(`${at}`)
      ask('0', text)
    }
    expect(times.get('0')).toBe(2)
    ask('1', text)
    expect(times.get('1')).toBe(3)
    twice('large', 'x'.repeat(51))
    ask('large', 'x'.repeat(51))
    expect(times.get('large')).toBe(3)
  })
})
