import { expect, test } from 'vitest'
import { placeAt } from './place.ts'

const list = placeAt('/ip/analysis/01a2')
const params = new URLSearchParams('part=benign&gnql=port%3A22&sort=ip&after=x&row=1')

test('on the page of a list another query stays within it, in the part and order that are shown', () => {
  expect(list.hrefOf(' port:80 ', params)).toBe('/ip/analysis/01a2?part=benign&sort=ip&gnql=port%3A80')
  expect(list.hrefOf('', params)).toBe('/ip/analysis/01a2?part=benign&sort=ip')
  expect(list.hrefOf('', new URLSearchParams())).toBe('/ip/analysis/01a2')
  expect(list.queryOf({ id: '01a2' }, params)).toBe('port:22')
})

test('also where its address ends with a slash', () => {
  const { action, hrefOf } = placeAt('/ip/analysis/01a2/')
  expect([action, hrefOf('port:80', params)]).toEqual([
    '/ip/analysis/01a2/',
    '/ip/analysis/01a2/?part=benign&sort=ip&gnql=port%3A80',
  ])
})

test('anywhere else it leads to the page of queries', () => {
  for (const path of ['/query/port%3A80', '/ip/192.0.2.7', '/ip/analysis', '/'])
    expect(placeAt(path).hrefOf('port:80', new URLSearchParams('sort=ip'))).toBe('/query/port%3A80?sort=ip')
  expect(placeAt('/ip/192.0.2.7').queryOf({ ip: '192.0.2.7' }, params)).toBe(undefined)
})
