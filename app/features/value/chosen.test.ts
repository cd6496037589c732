import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenByHref } from './chosen.ts'
import { hrefOf } from './value-href.ts'

test('the menu of a link is about the value that the link is of', () => {
  const field = fc.constantFrom('tags', 'organization', 'raw_data.http.path', 'port')
  const value = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() === text && text.isWellFormed())
  fc.assert(
    fc.property(field, value, (name, text) => {
      const href = hrefOf(name, text)
      expect(chosenByHref(href)).toEqual({ field: name, value: text, href })
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['', '2001:db8::7', '/ip/2001%3Adb8%3A%3A7'],
  ['cve', 'CVE-2021-44228', '/cves/CVE-2021-44228'],
])('%j %s leads to its own page', (field, value, href) => {
  expect(hrefOf(field, value)).toBe(href)
  expect(chosenByHref(href)).toEqual({ field, value, href })
})

test('links that lead elsewhere are no values', () => {
  for (const href of ['/', '/tags/mirai', '/query/port%3A23%20tags%3AMirai', '/query/mirai', '?row=x'])
    expect(chosenByHref(href)).toBeNull()
})
