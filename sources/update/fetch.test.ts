import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchInput } from './fetch.ts'

let server: Server
let at = ''
const pages: Record<string, (answer: ServerResponse) => void> = {
  '/good.csv': (answer) => answer.end('cidr\n192.0.2.0/24\n'),
  '/private': (answer) => answer.writeHead(302, { location: '/good.csv' }).end(),
  '/name': (answer) =>
    answer
      .writeHead(302, { location: `http://localhost:${(server.address() as AddressInfo).port}/good.csv` })
      .end(),
  '/mapped': (answer) => answer.writeHead(302, { location: 'http://[::ffff:10.0.0.1]/x' }).end(),
  '/file': (answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large': (answer) => answer.end(Buffer.alloc(10_000)),
  '/cut': (answer) => {
    answer.writeHead(200, { 'content-length': '1000' })
    answer.write('cidr\n', () => answer.destroy())
  },
  '/slow': (answer) => void answer.write('cidr\n'),
  '/gone': (answer) => answer.writeHead(404).end('no'),
}
beforeAll(async () => {
  server = createServer((request, answer) => pages[request.url ?? '']?.(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a file comes with the name of its address; the operator may name a private one', async () => {
  const { name, bytes } = await fetchInput(`${at}/good.csv`)
  expect([name, bytes.toString()]).toEqual(['/good.csv', 'cidr\n192.0.2.0/24\n'])
})

test.each([
  ['/private', 'redirects to the private address 127.0.0.1'],
  ['/name', 'redirects to the private address of localhost'],
  ['/mapped', 'redirects to the private address'],
  ['/file', 'is no http(s) address'],
  ['/gone', 'status 404'],
  ['/large', 'larger than 5000 bytes'],
  ['/cut', 'aborted'],
  ['/slow', 'took too long|no byte|aborted'],
])('%s is refused', async (path, why) => {
  await expect(fetchInput(`${at}${path}`, { bytes: 5000, total: 1500, idle: 400 })).rejects.toThrow(
    expect.objectContaining({
      name: 'SourceRefused',
      message: expect.stringMatching(new RegExp(why.replace(/[()]/g, '\\$&'))),
    }),
  )
})

test('what is neither http nor https is not asked for', async () => {
  await expect(fetchInput('file:///etc/passwd')).rejects.toThrow('no http(s) address')
})
