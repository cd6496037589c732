import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { InertText } from './inert-text.tsx'
import { pieces, visible } from './visible-text.ts'

describe('attackers’ text', () => {
  test('no control, bidi or other unseen character is ever shown as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })

  test('text of seen characters is left as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(visible(text)).toBe(text)
      }),
    )
  })

  test.each([
    ['a\u202eb', 'a\\u{202e}b'],
    ['\x1b[31m', '\\x1b[31m'],
    ['x\r\n\t\0', 'x\\r\\n\\t\\0'],
    ['\ud800', '\\u{d800}'],
    ['\u200b\u2066', '\\u{200b}\\u{2066}'],
  ])('%j is written %s', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('escapes are marked apart from text that looks like them', () => {
    expect(pieces('\\n\n')).toEqual([
      { text: '\\n', escaped: false },
      { text: '\\n', escaped: true },
    ])
  })

  test('markup stays text', () => {
    const html = renderToStaticMarkup(<InertText text={'<script>alert(1)</script> https://evil.test'} />)
    expect(html).not.toMatch(/<script|<a\s|href/)
    expect(html).toContain('&lt;script&gt;')
  })

  test('long text is cut and says so', () => {
    const html = renderToStaticMarkup(<InertText text={'a'.repeat(5000)} limit={10} />)
    expect(html).toContain('aaaaaaaaaa…</bdi>')
    expect(html.length).toBeLessThan(4300)
  })
})
