import { expect, test } from 'vitest'
import { decodedOf } from './decoded.ts'

const none = {
  http_uri: [],
  http_useragent: [],
  http_request_referer: [],
  http_request_cookies: [],
  http_request_authorization: [],
  http_request_origin: [],
}

test('what was disguised stands beside what a server reads, and what was not is left out', () => {
  expect(
    decodedOf({
      ...none,
      http_uri: ['/', '/%2egit/config', '//x'],
      http_useragent: ['curl/8', '${jnd${upper:i}:x}'],
    }),
  ).toEqual([
    { sent: '/%2egit/config', read: '/.git/config' },
    { sent: '//x', read: '/x' },
    { sent: '${jnd${upper:i}:x}', read: '${jndi:x}' },
  ])
})

test('there are few, however much was disguised', () => {
  const http_uri = Array.from({ length: 1000 }, (_, index) => `/%41${index}`)
  expect(decodedOf({ ...none, http_uri })).toHaveLength(8)
})
