import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '#packet/limits.ts'
import { applications } from '../table.ts'
import { answers, asks, dissected, factsOf, text, toPort } from '../samples/stream.ts'

const requestsOf = (...parts: string[]) => dissected(parts.map(asks)).http?.requests ?? []
const lines = (...parts: string[]) =>
  requestsOf(...parts).map(({ method, uri, version }) => [method, uri, version])

describe('HTTP requests', () => {
  it('keep header names in order and case, and the fields tags look at', () => {
    const [request] = requestsOf(
      'POST http://a.example/cgi?x=1 HTTP/1.1\r\nHOST: a.example\r\nuser-Agent: zgrab\r\nCookie: id=1; s=2; id=3\r\n',
      'Authorization: Basic eDp5\r\nOrigin: o\r\nReferer: r\r\nContent-Type: t\r\nContent-Length: 4\r\n\r\nbody',
    )
    expect(request).toEqual({
      method: 'POST',
      uri: 'http://a.example/cgi?x=1',
      path: '/cgi',
      version: 'HTTP/1.1',
      host: 'a.example',
      userAgent: 'zgrab',
      headerNames: [
        'HOST',
        'user-Agent',
        'Cookie',
        'Authorization',
        'Origin',
        'Referer',
        'Content-Type',
        'Content-Length',
      ],
      cookieKeys: ['id', 's'],
      authorization: 'Basic eDp5',
      cookies: 'id=1; s=2; id=3',
      origin: 'o',
      referer: 'r',
      contentType: 't',
      bodyBytes: 4,
      bodyMd5: createHash('md5').update('body').digest('hex'),
      bodyStart: 'body',
    })
  })

  it('are told apart when pipelined, with bodies by length and in chunks', () => {
    const chunked =
      'POST /b HTTP/1.1\r\nTransfer-Encoding:\r\n chunked\r\n\r\n3;e\r\nabc\r\n2\r\nde\r\n0\r\nT: x\r\n\r\n'
    const all = requestsOf(
      `PUT /a HTTP/1.1\r\nContent-Length: 14\r\n\r\nGET / HTTP/1.1${chunked}GET /c HTTP/1.0\n\n`,
    )
    expect(all.map((r) => [r.uri, r.bodyStart])).toEqual([
      ['/a', 'GET / HTTP/1.1'],
      ['/b', 'abcde'],
      ['/c', ''],
    ])
  })

  it.each([
    ['an odd method', 'FROB /x HTTP/1.1', ['FROB', '/x', 'HTTP/1.1']],
    ['no version', 'GET /x', ['GET', '/x', '']],
    ['no target', 'GET HTTP/1.1', ['GET', 'HTTP/1.1', '']],
    ['nothing but a method', 'OPTIONS', ['OPTIONS', '', '']],
    ['blanks in the target', 'GET /a b c HTTP/1.1', ['GET', '/a b c', 'HTTP/1.1']],
    ['bytes above ASCII', 'GET /\xff\x01\x80 HTTP/1.1', ['GET', '/\xff\x01\x80', 'HTTP/1.1']],
    ['an authority', 'CONNECT a:443 HTTP/1.1', ['CONNECT', 'a:443', 'HTTP/1.1']],
  ])('with %s', (_, line, expected) => {
    expect(lines(`\r\n${line}\r\n\r\n`)).toEqual([expected])
  })

  it.each([
    'hello world',
    'GET key',
    'SIP/2.0 200 OK',
    'OPTIONS sip:nm SIP/2.0',
    'DESCRIBE /a RTSP/1.0',
    'PRI * HTTP/2.0',
  ])('are not seen in "%s"', (line) => {
    expect(lines(`${line}\r\n\r\n`)).toEqual([])
  })

  it('have their texts cut at the limit, without losing the next request', () => {
    const all = requestsOf(
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: b\r\n\r\nGET /next HTTP/1.1\r\n\r\n`,
    )
    expect(all.map((r) => r.uri.length)).toEqual([8192, 5])
  })

  it('cut off by the end of the capture still count', () => {
    expect(lines('GET /cut HTTP/1.1\r\nHost: a')).toEqual([['GET', '/cut', 'HTTP/1.1']])
    expect(lines('GET /cut HTT')).toEqual([['GET', '/cut', 'HTT']])
    expect(lines('GET /cu')).toEqual([])
  })

  it('are facts of the end that asked, and found after the tail of something else', () => {
    const { http, destination, asks: asked } = dissected([answers('GET / HTTP/1.1\r\n\r\n')], toPort(50_000))
    expect([http, destination.http?.requestCount, ...asked]).toEqual([null, 1, 'destination'])
    expect(lines('\x00\x01tailPOST /x HTTP/1.1\r\n\r\n')).toEqual([['POST', '/x', 'HTTP/1.1']])
  })
})

describe('HTTP responses', () => {
  it('give status codes and the first Server, however their bodies end', () => {
    const { http } = dissected([
      asks('HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n'),
      answers('HTTP/1.1 200 OK\r\nServer: one\r\nContent-Length: 500\r\n\r\n'),
      answers(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 301 Moved\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
      ),
      answers('HTTP/1.0 404 Not found\r\nServer: two\r\n\r\nHTTP/1.1 999 in the body'),
    ])
    expect(http).toMatchObject({ requestCount: 3, statusCodes: [200, 100, 301, 404], serverHeader: 'one' })
  })

  it('to an upgrade end HTTP: WebSocket frames are no requests', () => {
    const { http, protocols } = dissected([
      asks('GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'),
      answers('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'),
      asks('GET /not-http HTTP/1.1\r\n\r\n'),
    ])
    expect(http?.requestCount).toBe(1)
    expect(protocols).toContain('websocket')
  })
})

describe('a gap', () => {
  it('inside a body is counted off; elsewhere the next request is found', () => {
    const dissector = applications.open(toPort(80))
    const push = (value: string) => dissector.push('source', text(value), 0)
    push('POST /a HTTP/1.1\r\nContent-Length: 100\r\n\r\n1234567890')
    dissector.gap('source', 80)
    push('0987654321GET /b HTTP/1.1\r\nHost: ')
    dissector.gap('source', 1000)
    push('lost\r\nGET /c HTTP/1.1\r\n\r\n')
    const { http } = factsOf(dissector)
    expect(http?.requests.map(({ uri, bodyBytes }) => [uri, bodyBytes])).toEqual([
      ['/a', 20],
      ['/b', 0],
      ['/c', 0],
    ])
  })
})

describe('headers without a field of their own', () => {
  const linesOf = (...sent: string[]) =>
    requestsOf(['GET / HTTP/1.1', 'Host: h', ...sent, '', ''].join('\r\n'))[0]?.otherHeaders

  it('are kept by name, folded ones whole; what browsers always send only where it is odd', () => {
    expect(
      linesOf('Cookie: a=1', 'X-Api-Version: a', ' b', 'Accept: */*', 'Sec-Ch-Ua: "Not(A:Brand";v="8"'),
    ).toEqual(['x-api-version: a b'])
    expect(linesOf('Accept: ../../x', 'Accept-Language: ${x}')).toEqual([
      'accept: ../../x',
      'accept-language: ${x}',
    ])
    expect(linesOf('Accept: */*', 'Content-Length: 0')).toBeUndefined()
    expect(linesOf('Content-Length: 2147483647')).toEqual(['content-length: 2147483647'])
  })

  it('are written together once for many folded lines', () => {
    const folded = Array.from({ length: 4000 }, (_, at) => (at % 7 === 0 ? ' ' : `\t ${at % 10} `))
    let looked = 0
    const { trim } = String.prototype
    const spied = vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
      looked += this.length
      return trim.call(this)
    })
    const lines = linesOf('X-Api-Version:', ...folded, 'X-Other: b', ' c')
    spied.mockRestore()
    const value = folded.map((line) => line.trim()).filter((part) => part !== '')
    expect(lines).toEqual([
      `x-api-version: ${value.join(' ')}`.slice(0, limits.httpOtherHeader),
      'x-other: b c',
    ])
    expect(looked).toBeLessThan(10 * folded.join('').length)
  })

  it('are bounded each and together', () => {
    const many = linesOf(...Array.from({ length: 100 }, (_, at) => `X-${at}: ${'a'.repeat(5000)}`)) ?? []
    expect(Math.max(...many.map(({ length }) => length))).toBe(limits.httpOtherHeader)
    expect(many.join('').length).toBeLessThanOrEqual(limits.httpOtherHeaders)
    expect(many.length).toBeGreaterThan(5)
  })
})
