import { expect, test } from 'vitest'
import { readFilters, tagsHref } from './filters.ts'

test('the address holds the filters and gives them back', () => {
  const filters = readFilters(
    new URLSearchParams('search=a%20b&category=worm&intention=malicious&cve=1&sort=name&page=3'),
  )
  expect(filters).toEqual({
    search: 'a b',
    category: 'worm',
    intention: 'malicious',
    cve: true,
    sort: 'name',
    page: 3,
  })
  expect(tagsHref(filters, { page: 3 })).toBe(
    '/tags?search=a+b&category=worm&intention=malicious&cve=1&sort=name&page=3',
  )
  expect(tagsHref(filters, { category: undefined })).toBe(
    '/tags?search=a+b&intention=malicious&cve=1&sort=name',
  )
})

test('what is no choice is none', () => {
  const filters = readFilters(new URLSearchParams('category=x&intention=y&sort=z&page=-1&cve=yes'))
  expect(tagsHref(filters)).toBe('/tags')
  for (const page of ['0', '1.5', 'a', '']) expect(readFilters(new URLSearchParams({ page })).page).toBe(1)
})
