import { createServer, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Unreachable } from '../refused.ts'
import { fetchFile } from './fetch.ts'
import { addressAt, withFetched } from './publisher.ts'

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
  '/translated': (answer) => answer.writeHead(302, { location: 'http://[64:ff9b::10.0.0.1]/x' }).end(),
  '/tunnelled': (answer) => answer.writeHead(302, { location: 'http://[2002:c0a8:101::1]/x' }).end(),
  '/compatible': (answer) => answer.writeHead(302, { location: 'http://[::127.0.0.1]/x' }).end(),
  '/file': (answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large': (answer) => answer.end(Buffer.alloc(10_000)),
  '/cut': (answer) => {
    answer.writeHead(200, { 'content-length': '1000' })
    answer.write('cidr\n', () => answer.destroy())
  },
  '/slow': (answer) => void answer.write('cidr\n'),
  '/gone': (answer) => answer.writeHead(404).end('no'),
}
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-fetch-'))
  server = createServer((request, answer) => pages[request.url ?? '']?.(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  server.closeAllConnections()
  server.close()
})

test('a file comes with the name of its address; the operator may name a private one', async () => {
  const { name, path } = await fetchFile(`${at}/good.csv`, join(folder, 'good'))
  expect([name, await readFile(path, 'utf8')]).toEqual(['/good.csv', 'cidr\n192.0.2.0/24\n'])
})

test.each([
  ['/private', 'redirects to the private address 127.0.0.1'],
  ['/name', 'redirects to the private address of localhost'],
  ['/mapped', 'redirects to the private address'],
  ['/translated', 'redirects to the private address 64:ff9b::a00:1'],
  ['/tunnelled', 'redirects to the private address 2002:c0a8:101::1'],
  ['/compatible', 'redirects to the private address ::7f00:1'],
  ['/file', 'is no http(s) address'],
  ['/gone', 'status 404'],
  ['/large', 'larger than 5000 bytes'],
  ['/cut', 'aborted'],
  ['/slow', 'no byte for 400 ms'],
])('%s is refused', async (path, why) => {
  await expect(
    fetchFile(`${at}${path}`, join(folder, 'x'), {
      bytes: 5000,
      // Only who says nothing is waited for in vain.
      idle: path === '/slow' ? 400 : 100_000,
      signal: AbortSignal.timeout(200_000),
    }),
  ).rejects.toThrow(
    expect.objectContaining({
      name: 'SourceRefused',
      message: expect.stringMatching(new RegExp(why.replace(/[()]/g, '\\$&'))),
    }),
  )
})

test('a drip that never pauses ends with the time for the whole, and says so', async () => {
  pages['/drip'] = (answer) => {
    const timer = setInterval(() => answer.write('x'), 20)
    answer.on('close', () => clearInterval(timer))
  }
  const limits = { idle: 100_000, signal: AbortSignal.timeout(600) }
  await expect(fetchFile(`${at}/drip`, join(folder, 'x'), limits)).rejects.toThrow('took too long')
})

test('what is neither http nor https is not asked for', async () => {
  await expect(fetchFile('file:///etc/passwd', join(folder, 'x'))).rejects.toThrow('no http(s) address')
})

test('where nobody answers is told apart from what is refused', async () => {
  for (const address of ['http://127.0.0.1:2/x', 'http://nobody.invalid/x'])
    await expect(fetchFile(address, join(folder, 'x'))).rejects.toThrow(Unreachable)
  await expect(fetchFile(`${at}/gone`, join(folder, 'x'))).rejects.not.toThrow(Unreachable)
})

test('a mirror has the files of every publisher under its host and path, and nothing fetched is left behind', async () => {
  expect(addressAt(`${at}/copies/`, 'https://example.org/a/b.csv?c=1')).toBe(
    `${at}/copies/example.org/a/b.csv?c=1`,
  )
  const room = join(folder, 'room')
  const urls = ['https://example.org/good.csv', 'https://example.org/gone']
  pages['/example.org/good.csv'] = pages['/good.csv']!
  const take = (files: { name: string; path: string }[]) => readFile(files[0]?.path ?? '', 'utf8')
  expect(await withFetched({ urls: urls.slice(0, 1) }, { base: at, folder: room }, take)).toContain(
    '192.0.2.0/24',
  )
  pages['/example.org/gone'] = pages['/gone']!
  await expect(withFetched({ urls }, { base: at, folder: room }, take)).rejects.toThrow('status 404')
  expect(await readdir(room)).toEqual([])
})
