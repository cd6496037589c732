import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryHref } from './query-href.ts'

test('any text survives the address bar, one segment long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(text.trim() !== '' && text.trim() !== '.' && text.trim() !== '..')
      const { pathname, search, hash } = new URL(queryHref(text), 'http://127.0.0.1')
      expect(decodeURIComponent(pathname.slice('/query/'.length))).toBe(text.trim())
      expect(pathname.split('/')).toHaveLength(3)
      expect(search + hash).toBe('')
    }),
  )
})

test('texts a browser would fold away or cannot encode still have an address', () => {
  expect(new URL(queryHref('..'), 'http://127.0.0.1').pathname).toBe('/query/%22..%22')
  expect(queryHref('\ud800')).toBe(`/query/${encodeURIComponent('\ufffd')}`)
})

test('a text that ends as the addresses of data do has the address of a page', () => {
  expect(queryHref('foo.data')).toBe('/query/foo%2Edata')
})

test('no text means what was seen today', () => {
  expect(queryHref('  ')).toBe('/query/last_seen%3A1d')
})
