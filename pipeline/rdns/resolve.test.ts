import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { hostName } from './name.ts'
import { openResolver, reverseName } from './resolve.ts'
import { openTestNames, type TestAnswer, type TestNames } from './testing.ts'

let names: TestNames | undefined
afterEach(() => names?.close())

async function resolveIn(ip: string, zone: Record<string, TestAnswer>) {
  names = await openTestNames((question) => zone[question] ?? 'none')
  return reverseName(openResolver([names.server]), ip)
}
const ptr = 'PTR 1.66.249.66.in-addr.arpa'
const google = ['crawl-66-249-66-1', 'googlebot', 'com']

describe('a reverse name', () => {
  test('is confirmed when it leads back to the address, whatever its case', async () => {
    expect(
      await resolveIn('66.249.66.1', {
        [ptr]: [['CRAWL-66-249-66-1', 'Googlebot', 'COM']],
        'A crawl-66-249-66-1.googlebot.com': ['9.9.9.9', '66.249.66.1'],
      }),
    ).toEqual({ state: 'confirmed', name: 'crawl-66-249-66-1.googlebot.com' })
  })

  test('that leads elsewhere or nowhere is another’s word', async () => {
    const expected = { state: 'other', name: 'crawl-66-249-66-1.googlebot.com' }
    expect(
      await resolveIn('66.249.66.1', {
        [ptr]: [google],
        'A crawl-66-249-66-1.googlebot.com': ['66.249.66.2'],
      }),
    ).toEqual(expected)
    expect(await resolveIn('66.249.66.1', { [ptr]: [google] })).toEqual(expected)
  })

  test('of IPv6 is asked nibble by nibble and confirmed by AAAA', async () => {
    const reverse = `PTR ${'1'.padStart(32, '0').replace(/^.{8}/, '20014860').split('').toReversed().join('.')}.ip6.arpa`
    expect(
      await resolveIn('2001:4860::1', {
        [reverse]: [['dns', 'google']],
        'AAAA dns.google': ['20014860000000000000000000000001'],
      }),
    ).toEqual({ state: 'confirmed', name: 'dns.google' })
  })

  test('of several the one that is confirmed counts, else the first by alphabet', async () => {
    const zone = {
      [ptr]: [
        ['z', 'example', 'com'],
        ['a', 'example', 'com'],
      ],
    }
    expect((await resolveIn('66.249.66.1', zone)).name).toBe('a.example.com')
    expect(await resolveIn('66.249.66.1', { ...zone, 'A z.example.com': ['66.249.66.1'] })).toEqual({
      state: 'confirmed',
      name: 'z.example.com',
    })
  })

  test('does not exist, or nobody answers: two different things', async () => {
    expect(await resolveIn('66.249.66.1', {})).toEqual({ state: 'none', name: '' })
    expect(await resolveIn('66.249.66.1', { [ptr]: 'refused' })).toEqual({ state: 'failed', name: '' })
    expect(
      await resolveIn('66.249.66.1', { [ptr]: [google], 'A crawl-66-249-66-1.googlebot.com': 'refused' }),
    ).toEqual({
      state: 'failed',
      name: 'crawl-66-249-66-1.googlebot.com',
    })
  })

  test('is given up after seconds when nobody answers', async () => {
    expect((await resolveIn('66.249.66.1', { [ptr]: 'silence' })).state).toBe('failed')
  })

  test.each([
    ['a control character', ['ev\u0007il', 'example', 'com']],
    ['a letter that reads backwards', ['moc.live\u202e', 'example', 'com']],
    ['a dot inside a label', ['a.b', 'example', 'com']],
    ['markup', ['<script>', 'example', 'com']],
    ['an address', ['66', '249', '66', '1']],
    ['one label', ['localhost']],
    ['more than 253 characters', [...Array.from({ length: 4 }, () => 'a'.repeat(62)), 'example', 'com']],
  ])('with %s is none', async (_, labels) => {
    expect(await resolveIn('66.249.66.1', { [ptr]: [labels] })).toMatchObject({ name: '' })
    expect(names?.asked.filter((question) => !question.startsWith('PTR'))).toEqual([])
  })
})

test('nothing is asked about private and reserved addresses, nor about what is none', async () => {
  for (const ip of [
    '10.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '127.0.0.1',
    '::1',
    'fe80::1',
    '2001:db8::1',
    '224.0.0.1',
    'x',
  ]) {
    expect(await resolveIn(ip, {})).toEqual({ state: 'none', name: '' })
    expect(names?.asked).toEqual([])
    await names?.close()
  }
  names = undefined
})

test('a host name is at most 253 of the characters that hosts have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = hostName(`${text}.example.com`)
      if (name !== null) expect(name).toMatch(/^[a-z0-9._-]{1,253}$/)
    }),
  )
})
