import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const name = '20260101T000000000Z'
let folder = ''
let calls: (string | undefined)[] = []
/** What the server does before it answers. */
let before: (request: IncomingMessage, response: ServerResponse) => unknown
let child: ChildProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisefloor-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'secret-key'), 'a secret')
  calls = []
  before = () => undefined
})

/** Runs it beside a server that makes such copies. */
async function run(target: string): Promise<{ code: number; said: string }> {
  const server = createServer(async (request, response) => {
    calls.push(request.method)
    const copy = join(folder, 'data', 'backups', name)
    if (request.method === 'POST') cpSync(join(folder, 'data', 'secret-key'), join(copy, 'secret-key'))
    else rmSync(copy, { recursive: true })
    await before(request, response)
    response.end(JSON.stringify({ name, files: 1, bytes: 8, paused_ms: 1 }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const main = join(import.meta.dirname, '..', 'main.ts')
  child = spawn(process.execPath, [main, 'backup', target, '--url', url, '--key', 'one'], {
    env: { PATH: process.env['PATH'], NOISEFLOOR_DATA: join(folder, 'data') },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('a backup that is stopped puts away what it began, and the server’s copy, too', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    calls = []
    // A terminal tells everybody, and what started this passes it on: it comes twice.
    before = async ({ method }) => {
      for (const _ of method === 'POST' ? [1, 2] : []) {
        child.kill(signal)
        await sleep(100)
      }
    }
    const { code, said } = await run(join(folder, 'one'))
    expect([code, said]).toEqual([1, expect.stringContaining('was stopped')])
    expect(calls).toEqual(['POST', 'DELETE'])
    expect([existsSync(join(folder, 'one')), existsSync(join(folder, 'one.partial'))]).toEqual([false, false])
  }
})

test('one that was written counts also where the server ends before it removed its own copy', async () => {
  before = ({ method }, response) => void (method === 'DELETE' && response.destroy())
  const { code, said } = await run(join(folder, 'one'))
  expect([code, said]).toEqual([0, expect.stringContaining('did not remove its own copy')])
  expect(readFileSync(join(folder, 'one', 'secret-key'), 'utf8')).toBe('a secret')
})

test('none is written into the data folder, where every later one would hold it', async () => {
  const { code, said } = await run(join(folder, 'data', 'one'))
  expect([code, said]).toEqual([2, expect.stringContaining('in the data folder')])
  expect(calls).toEqual([])
})
