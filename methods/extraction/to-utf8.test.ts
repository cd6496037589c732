import { expect, test } from 'vitest'
import { extractorOf } from './extractor.ts'

function utf16(text: string, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little)
  return new Uint8Array(view.buffer)
}

function found(bytes: Uint8Array): unknown {
  const extractor = extractorOf('addresses')
  extractor.push(bytes)
  const { invalid } = extractor.end()
  return [
    extractor.rows(0, 9).map(({ text, line }) => `${line} ${text}`),
    invalid.shown.map(({ column }) => column),
  ]
}

const text = 'Adresse 192.0.2.1\r\n2001:db8::1 für 漢字 😀 300.1.1.1\r\n'
const expected = [['1 192.0.2.1', '2 2001:db8::1'], [22]]

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16LE with a mark', utf16(`\ufeff${text}`, true)],
  ['UTF-16BE with a mark', utf16(`\ufeff${text}`, false)],
  ['UTF-16LE without one', utf16(text, true)],
  ['UTF-16BE without one', utf16(text, false)],
])('%s is read', (_, bytes) => expect(found(bytes)).toEqual(expected))

test('a mark is no character of the first line', () => {
  const extractor = extractorOf('addresses')
  extractor.push(new TextEncoder().encode('\ufeff1.2.3'))
  expect(extractor.end().invalid.shown).toEqual([
    { line: 1, column: 1, text: '1.2.3', reason: 'not-four-parts' },
  ])
})

test('half a character at the end, and a text of nothing, are no trouble', () => {
  expect(found(utf16('\ufeff9.9.9.9', true).subarray(0, 15))).toEqual([[], []])
  expect(found(utf16('\ufeff9.9.9.9 ', true).subarray(0, 17))).toEqual([['1 9.9.9.9'], []])
  expect(found(new Uint8Array(0))).toEqual([[], []])
})

test('long text in UTF-16 is read in parts', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `20.1.${at >> 8}.${at & 255}\n`).join('')
  const extractor = extractorOf('addresses')
  extractor.push(utf16(many, true))
  expect(extractor.end()).toMatchObject({ found: 20_000, distinct: 20_000, bytes: many.length * 2 })
})
