import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, eventually, webVisit } from './captures.ts'
import { family, gone, processes } from './processes.ts'
import { removeFolder, environmentOf, prepareDataFolder, root, startProduct, type Product } from './start.ts'

/** Stopping loses no request and leaves no process, whoever is asked to stop and however it dies. */

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())

/** A request whose body the test writes. */
function asking(
  product: Product,
  path: string,
  options: { method?: string; agent?: Agent } = {},
): ClientRequest {
  // Whoever waits for its answer hears of a failure; afterwards nobody does.
  return request(new URL(path, product.url), { headers: { key: product.key }, ...options }).on(
    'error',
    () => undefined,
  )
}

async function answerTo(
  asked: ClientRequest,
): Promise<{ status: number; head: IncomingMessage['headers']; body: string }> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return { status: answer.statusCode ?? 0, head: answer.headers, body }
}

describe('SIGTERM to a server with requests under way', () => {
  let product: Product
  let pids: number[]
  beforeAll(async () => {
    product = await startProduct()
    pids = family(product.process.pid ?? 0)
  })
  afterAll(async () => {
    await product?.stop('SIGKILL')
    product?.remove()
  })

  test('those under way are finished, those that come are refused before they are read, those that last are told, nothing is left', async () => {
    const kept = asking(product, '/healthz', { agent })
    kept.end()
    expect((await answerTo(kept)).status).toBe(200)

    const bytes = captureOf([webVisit('198.18.1.1', { uri: '/under-way' }, Date.now() - 1000)])
    // Those under way have five seconds: code that is loaded for the first upload is there by then, however busy the machine is.
    const first = asking(product, '/api/ingest/captures?batch_id=stop-first', { method: 'POST' })
    first.end(bytes)
    expect((await answerTo(first)).status).toBe(200)
    const uploads = Array.from({ length: 3 }, (_, at) => {
      const asked = asking(product, `/api/ingest/captures?batch_id=stop-${at}`, { method: 'POST' })
      const answered = answerTo(asked)
      asked.write(bytes.subarray(0, -1))
      return { asked, answered }
    })
    const never = asking(product, '/api/ingest/captures?batch_id=stop-never', { method: 'POST' })
    const told = answerTo(never)
    never.write(bytes.subarray(0, 30))
    // All four are let in, and this question.
    await eventually(
      async () => (await fetch(new URL('/metrics', product.url), { headers: { key: product.key } })).text(),
      (text) => /noisefloor_http_requests_under_way 5\b/.test(text),
    )

    product.process.kill('SIGTERM')
    await eventually(
      async () => product.output(),
      (said) => said.includes('"stopping"'),
    )
    for (const options of [{ agent }, {}]) {
      const late = asking(product, '/api/ingest/captures', { method: 'POST', ...options })
      late.setHeader('content-length', '1000000000')
      late.flushHeaders()
      const { status, head, body } = await answerTo(late)
      expect([status, head.connection, Number(head['retry-after']) > 0]).toEqual([503, 'close', true])
      expect(JSON.parse(body)).toMatchObject({ code: 'not-ready', detail: 'The server is stopping.' })
      late.destroy()
    }
    for (const { asked } of uploads) asked.end(bytes.subarray(-1))
    for (const { answered } of uploads) {
      const { status, head, body } = await answered
      expect([status, head.connection]).toEqual([200, 'close'])
      expect(JSON.parse(body)).toMatchObject({ sessions: 1 })
    }
    // Its sender waits for something: the server does not wait for him.
    const { status, head, body } = await told
    expect([status, head.connection, head['retry-after']]).toEqual([503, 'close', '5'])
    expect(JSON.parse(body)).toMatchObject({ code: 'not-ready', detail: 'The server is stopping.' })
    never.destroy()
    const code = await eventually(
      async () => product.process.exitCode,
      (code) => code !== null,
    )
    expect(code).toBe(0)
    await gone(pids)
  })
})

test('a server whose engine hangs says so and ends before STOP_SECONDS are over, and leaves nothing', async () => {
  const product = await startProduct({ environment: { STOP_SECONDS: '10' } })
  try {
    const pids = family(product.process.pid ?? 0)
    for (const pid of pids) if (pid !== product.process.pid) process.kill(pid, 'SIGSTOP')
    expect(await product.stop()).toBe(1)
    expect(product.output()).toContain('stopping took too long')
    await gone(pids)
  } finally {
    await product.stop('SIGKILL')
    product.remove()
  }
})

/** `npm start` without the installing and building before it. */
async function startedByNpm(): Promise<{ npm: ChildProcess; pids: number[]; dataFolder: string }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-npm-'))
  await prepareDataFolder(dataFolder)
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environmentOf(dataFolder, { demo: true }) },
  })
  let said = ''
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  // The loader of the demo has sent something: server, engine and loader run.
  await eventually(
    async () => said,
    (text) => /Demo data: \d+%/.test(text),
  )
  return { npm, pids: family(npm.pid ?? 0), dataFolder }
}

test.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['the server', 'SIGKILL'],
] as const)('npm start leaves no process when %s gets %s', async (whom, signal) => {
  const { npm, pids, dataFolder } = await startedByNpm()
  // npm, the server, the engine and the loader of the demo; whatever a shell between would be.
  expect(pids.length).toBeGreaterThanOrEqual(4)
  const server = processes().find(({ pid, args }) => pids.includes(pid) && args.endsWith('server/main.ts'))
  process.kill((whom === 'npm' ? npm.pid : server?.pid) ?? 0, signal)
  await gone(pids)
  removeFolder(dataFolder)
})
