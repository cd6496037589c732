import { describe, expect, it } from 'vitest'
import { asks, dissected, toPort } from '../samples/stream.ts'
import {
  alpn,
  chrome,
  clientHello,
  empty,
  groups,
  helloBody,
  pointFormats,
  serverHello,
  serverName,
  versions,
  type HelloFields,
} from '../samples/tls.ts'
import { parseClientHello } from './client-hello.ts'
import { ja3, ja3String } from './ja3.ts'
import { ja4, type Ja4Transport } from './ja4.ts'

const parsed = (fields: HelloFields) => parseClientHello(helloBody(fields))!
const ja4Of = (fields: HelloFields, transport?: Ja4Transport) => ja4(parsed(fields), transport)

describe('JA3', () => {
  it('is what Salesforce published for its two examples', () => {
    const first = parsed({
      version: 769,
      ciphers: [47, 53, 5, 10, 49161, 49162, 49171, 49172, 50, 56, 19, 4],
      extensions: [serverName('a.example'), groups(23, 24, 25), pointFormats(0)],
    })
    expect(ja3String(first)).toBe('769,47-53-5-10-49161-49162-49171-49172-50-56-19-4,0-10-11,23-24-25,0')
    expect(ja3(ja3String(first))).toBe('ada70206e40642a3e4461f35503241d5')
    const bare = parsed({ version: 769, ciphers: [4, 5, 10, 9, 100, 98, 3, 6, 19, 18, 99] })
    expect(ja3(ja3String(bare))).toBe('de350869b8c85de67a350c8d186f11e6')
  })

  it('leaves GREASE out of ciphers, extensions and groups', () => {
    expect(ja3String(parsed(chrome))).not.toMatch(/\b(?:6682|10794|14906|23130)\b/)
  })
})

describe('JA4', () => {
  it('is what its specification says for Chrome, without and with ECH', () => {
    expect(ja4Of(chrome)).toBe('t13d1516h2_8daaf6152771_e5627efa2ab1')
    const withEch = chrome.extensions!.map((extension) =>
      extension[0] === 0x0015 ? empty(0xfe0d) : extension,
    )
    expect(ja4Of({ ...chrome, extensions: withEch })).toBe('t13d1516h2_8daaf6152771_02713d6af862')
  })

  it('does not depend on the order of ciphers and extensions', () => {
    const turned = { ciphers: chrome.ciphers.toReversed(), extensions: chrome.extensions!.toReversed() }
    expect(ja4Of(turned)).toBe(ja4Of(chrome))
  })

  it.each([
    ['no ALPN', [], '00'],
    ['one character', [alpn('h')], 'hh'],
    ['first and last character', [alpn('http/1.1', 'h2')], 'h1'],
    ['hex digits where an end is no letter or digit', [alpn('\xab\xcd')], 'ad'],
    ['hex digits when only the last is not', [alpn('a\xff')], '6f'],
  ] as [string, [number, Uint8Array][], string][])('ALPN: %s', (_, extensions, ends) => {
    expect(ja4Of({ ciphers: [0x1301], extensions }).slice(8, 10)).toBe(ends)
  })

  it('tells version, transport, target and counts', () => {
    expect(ja4Of({ ciphers: [5] })).toBe('t12i010000_1ed8eb363bcd_000000000000')
    expect(ja4Of({ version: 0x0300, ciphers: [5] })).toMatch(/^ts3i0100/)
    expect(ja4Of({ version: 0x0777, ciphers: [5] })).toMatch(/^t00i/)
    expect(ja4Of({ version: 0xfefd, ciphers: [5] }, 'd')).toMatch(/^dd2i/)
    expect(ja4Of({ ciphers: Array.from({ length: 120 }, (_, i) => i + 1) })).toMatch(/^t12i9900/)
  })
})

describe('TLS in a stream', () => {
  const hello = clientHello(chrome)

  it('gives names, versions and the chosen cipher', () => {
    const { tls, protocols } = dissected([
      ['source', hello],
      ['destination', serverHello(0xc02f)],
      ['destination', serverHello(0x7777)],
    ])
    expect(protocols).toContain('tls')
    expect(tls).toMatchObject({
      versions: ['TLSv1.3'],
      serverNames: ['scanme.example'],
      alpn: ['h2', 'http/1.1'],
      ja4: ['t13d1516h2_8daaf6152771_e5627efa2ab1'],
      ciphers: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', '0x7777'],
    })
    expect(tls?.ja3).toEqual([ja3(tls!.ja3Strings[0]!)])
  })

  it('puts a hello together from records of any size', () => {
    for (const fragment of [1, 2, 3, 5, 11, 100, 515]) {
      const { tls } = dissected([['source', clientHello(chrome, fragment)]])
      expect(tls?.ja4).toEqual(['t13d1516h2_8daaf6152771_e5627efa2ab1'])
    }
  })

  it.each([
    ['SMTP', ['EHLO x\r\nSTARTTLS\r\n']],
    ['PostgreSQL', ['\0\0\0\x08\x04\xd2\x16\x2f']],
    ['MySQL', ['\x20\0\0\x01\x85\xae\xff\x19\0\0\0\x01\x21' + '\0'.repeat(23)]],
    ['RDP', ['\x03\0\0\x13\x0e\xe0\0\0\0\0\0\x01\0\x08\0\x03\0\0\0']],
    ['SOCKS', ['\x05\x01\0', '\x05\x01\0\x01\x01\x02\x03\x04\x01\xbb']],
    ['CONNECT', ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n']],
    ['a hello that broke off', ['\x16\x03\x01\x02\x00\x01']],
  ])('finds the hello after the prelude of %s', (_, preludes) => {
    const { tls } = dissected([...preludes.map(asks), ['source', hello]])
    expect(tls?.ja4).toEqual(['t13d1516h2_8daaf6152771_e5627efa2ab1'])
  })

  it('counts both hellos around a HelloRetryRequest', () => {
    const again = clientHello({ ciphers: [0x1301], extensions: [versions(0x0304)] })
    const { tls } = dissected([
      ['source', hello],
      ['source', Uint8Array.of(20, 3, 3, 0, 1, 1)],
      ['source', again],
    ])
    expect(tls?.ja4).toHaveLength(2)
  })

  it('does not take a hello inside an uploaded file for one of the stream', () => {
    const head = Buffer.from(`POST / HTTP/1.1\r\nContent-Length: ${hello.length}\r\n\r\n`)
    const { tls, http } = dissected([['source', Buffer.concat([head, hello])]])
    expect(tls).toBeNull()
    expect(http?.requests[0]?.bodyBytes).toBe(hello.length)
  })

  it('recognises the hello of SSLv2 and of SSLv2-compatible clients', () => {
    const body = [1, 3, 1, 0, 3, 0, 0, 0, 16, 0, 0, 5, ...Array.from({ length: 16 }, () => 7)]
    const { tls } = dissected([['source', Uint8Array.from([0x80, body.length, ...body])]], toPort(443))
    expect(tls).toMatchObject({ versions: ['TLSv1'], ja3: [], ja4: [] })
  })

  it('forgets a hello with a hole in it and finds the next', () => {
    const { tls } = dissected([
      ['source', hello.subarray(0, 90)],
      ['source', hello],
    ])
    expect(tls?.ja4.length ?? 0).toBeLessThanOrEqual(1)
  })
})
