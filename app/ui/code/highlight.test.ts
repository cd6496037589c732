import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlighted, type Language } from './highlight.server.ts'

const languages: Language[] = ['bash', 'http', 'javascript', 'json', 'python']
const textOf = (code: string, language: Language) =>
  highlighted(code, language)
    .map(({ text }) => text)
    .join('')

test('nothing of the code is lost or added, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...languages), (code, language) => {
      expect(textOf(code, language)).toBe(code)
    }),
  )
})

test('HTTP, JavaScript and JSON are told apart by their pieces', () => {
  const kinds = (code: string, language: Language) =>
    new Set(highlighted(code, language).map(({ kind }) => kind))
  expect(kinds('const a = await f("x")', 'javascript')).toEqual(new Set(['', 'keyword', 'title', 'string']))
  expect(kinds('{"a": 1, "b": true}', 'json')).toContain('number')
  expect(kinds('GET /v3/ip/1.2.3.4 HTTP/1.1\nkey: abc\n', 'http')).toContain('keyword')
})
