import { expect, test } from 'vitest'
import { dataOf } from './use-prefetch.ts'

test('the data of a page lies where the router asks for it, and that of no other address is asked for before', () => {
  for (const [href, at] of [
    ['/', '/_.data'],
    ['/tags', '/tags.data'],
    ['/ip/198.18.0.1?tab=timeline#day', '/ip/198.18.0.1.data?tab=timeline'],
    ['/query/last_seen%3A1d', '/query/last_seen%3A1d.data'],
    ['/settings', null],
    ['/api/export', null],
    ['?page=2', null],
    ['//evil.example/tags', null],
    ['https://evil.example/tags', null],
    ['', null],
    [null, null],
  ] as const)
    expect([href, dataOf(href, { isCounted: false })]).toEqual([href, at])
})

test('what is a search of a plan that counts them is not asked for before', () => {
  for (const href of ['/ip/198.18.0.1', '/query/tags%3Aa'])
    expect(dataOf(href, { isCounted: true })).toBeNull()
  expect(dataOf('/tags', { isCounted: true })).toBe('/tags.data')
})
