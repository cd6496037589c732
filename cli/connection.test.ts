import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOf } from './connection.ts'
import { exitCodes } from './exit.ts'

/** A server that is none of ours, as behind a wrong port. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((listens) => server.once('listening', listens))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const run = (url: string, ...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> =>
  new Promise((ended) => {
    const command = [join(import.meta.dirname, 'main.ts'), ...words, '--url', url]
    execFile(process.execPath, command, { env: { NOISEFLOOR_DATA: '/nowhere' } }, (error, stdout, stderr) =>
      ended({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

const html: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Another</title>')
const nginx: RequestListener = (_, response) =>
  response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404 Not Found</html>')
const busy: RequestListener = (_, response) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>')

test('a server that is none of ours is told by one line, whatever is asked of it', async () => {
  const url = await serving(html)
  for (const words of [
    ['ip', '192.0.2.1'],
    ['query', 'tags:Mirai'],
    ['user', 'list'],
    ['demo', 'remove'],
  ])
    expect([words, await run(url, ...words, '--key', 'any')]).toEqual([
      words,
      { status: exitCodes.failed, stdout: '', stderr: `${url} does not answer like a Noisefloor server.\n` },
    ])
})

test('that a page is not there does not mean that an address was never seen', async () => {
  const url = await serving(nginx)
  const { status, stdout } = await run(url, 'ip', '192.0.2.1', '--key', 'any')
  expect([status, stdout]).toEqual([exitCodes.refused, ''])
})

test('a proxy that answers instead of the server is no surprise, nor is an answer that breaks off', async () => {
  const gateway = await serving(busy)
  const cut = await serving((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
    response.write('ip\n', () => setTimeout(() => response.destroy(), 100))
  })
  for (const [url, words] of [
    [gateway, ['query', 'tags:Mirai', '--export', 'csv']],
    [gateway, ['audit', 'list']],
    [cut, ['query', 'tags:Mirai', '--export', 'csv']],
  ] as const) {
    const { status, stderr } = await run(url, ...words, '--key', 'any')
    expect([words, status, stderr]).toEqual([words, exitCodes.failed, expect.stringMatching(/^[^\n]+\n$/)])
  }
})

test('what the server left for its own user is there, and not readable for another', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-connection-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  // Root may read everything but a folder.
  mkdirSync(join(dataFolder, 'local-url'))
  expect(() => connectionOf({ url: undefined, key: 'any', dataFolder })).toThrow(
    "cannot be read (EISDIR). Run this as the server's user",
  )
})

test('what would be another path names nothing', async () => {
  const named = [
    ['ip', ''],
    ['ip', '.'],
    ['ip', '..'],
    ['cve', '..'],
    ['captures', '..', '--kind', 'sensor'],
    ['key', 'revoke', '..'],
    ['workspace', 'rename', '..', 'Ours'],
    ['dispute', 'undo', '..'],
    ['sources', 'remove', '..'],
  ]
  for (const words of named)
    expect([words, await run('http://127.0.0.1:2', ...words, '--key', 'any')]).toEqual([
      words,
      { status: exitCodes.usage, stdout: '', stderr: expect.stringMatching(/^"\.{0,2}" names nothing\.\n$/) },
    ])
})

test('who waits to send a capture again is told why, and for how long', async () => {
  let asked = 0
  const url = await serving((_, response) => {
    asked += 1
    const [status, message] = asked === 1 ? [503, 'The disk is full.'] : [400, 'No capture.']
    response.writeHead(status as number, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message }))
  })
  const file = join(import.meta.dirname, 'main.ts')
  const { status, stderr } = await run(url, 'ingest', file, '--key', 'any')
  expect(status).toBe(exitCodes.refused)
  expect(stderr).toContain(`${file}: trying again in 1 s: The disk is full.\n`)
})

test('an address without http:// and a key that no header can carry are wrong usage, and the key is not repeated', async () => {
  for (const url of ['localhost:3000', 'ftp://localhost/', '127.0.0.1:3000'])
    expect(await run(url, 'status', '--key', 'any')).toMatchObject({
      status: exitCodes.usage,
      stderr: `--url: "${url}" is not an address like http://127.0.0.1:3000\n`,
    })
  for (const key of ['••••abcd', 'two\nlines', '']) {
    const { status, stderr } = await run('http://127.0.0.1:2', 'status', '--key', key)
    expect([key, status, stderr]).toEqual([key, exitCodes.usage, expect.stringMatching(/^--key: /)])
    if (key !== '') expect(stderr).not.toContain(key.slice(0, 3))
  }
})
