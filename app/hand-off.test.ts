import { describe, expect, test } from 'vitest'
import { handedOff, literal, textOf } from './hand-off.ts'

const read = (text: string): unknown => new Function(`return ${text}`)()

describe('data in a document', () => {
  test.each([
    '',
    '["a",{"_1":2},"it\'s"]\n',
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>',
    'a\\b\\\\u003c\\n',
    "\\'",
    '\u2028\u2029\r\n\t\0',
    '\ud800 half, 😀 whole, ä',
    '${a} `b`',
  ])('is read as it was: %j', (text) => {
    const written = literal(text)
    expect(read(written)).toBe(text)
    expect(written).not.toMatch(/[<>&\n\r\u2028\u2029]/)
  })

  test('stands last in the body, in a script that carries the nonce', () => {
    expect(handedOff('<html><body>a</body></html>', '[1]\n', 'n').join('')).toBe(
      `<html><body>a<script nonce="n">window.__reactRouterContext.streamController.enqueue('[1]\\n');window.__reactRouterContext.streamController.close();</script></body></html>`,
    )
    expect(() => handedOff('<html><body>a', '[1]', 'n')).toThrow('does not end')
  })

  test('is gathered from all pieces, cut wherever they are', async () => {
    const bytes = new TextEncoder().encode('ä😀b')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await textOf(stream)).toBe('ä😀b')
  })
})
