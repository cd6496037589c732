import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sourceSaying } from '#sensor/testing/batches.ts'
import { enrolling } from '../product/agent.ts'
import { call, eventually, waitUntilIdle } from '../product/captures.ts'
import { movingClock } from '../product/moving-clock.ts'
import { root, startProduct, type Product } from '../product/start.ts'
import { freePort } from './free-port.ts'
import { storedBySource } from './stored.ts'

export interface SensorTorture {
  kills: { ofAgent: number; ofServer: number }
  /** Segments that the agent's lives said were closed. */
  closed: number
  /** Of them those from before the server was away for a day, which arrived a day later. */
  late: number
  sessions: number
  slowestStart: number
  /** What must never be: a sentence for each finding. */
  wrong: string[]
}

const day = 86_400_000
/** Further ones are closed when those were sent. */
const mostWaiting = 20
const child = join(root, 'sensor/testing/spooling-child.ts')

/**
 * Kills the agent's spool and shipping, and the whole server, at random moments, each in a process of its own; once the server is away
 * for a day. Every third kill is the server's.
 */
export async function tortureSensor({ kills }: { kills: number }): Promise<SensorTorture> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-sensor-torture-'))
  const agentFolder = join(folder, 'agent')
  const clock = movingClock(folder)
  const port = String(await freePort())
  const closed = new Map<number, number>()
  const wrong: string[] = []
  const killed = { ofAgent: 0, ofServer: 0 }
  let slowestStart = 0
  let late = 0
  let dataFolder: string | undefined
  let last: Product | undefined

  async function start(): Promise<Product> {
    const began = performance.now()
    const product = await startProduct({
      environment: { PORT: port, LOG_LEVEL: 'warn', ...clock.environment },
      ...(dataFolder !== undefined && { dataFolder }),
    })
    dataFolder = product.dataFolder
    slowestStart = Math.max(slowestStart, performance.now() - began)
    return (last = product)
  }
  const startAgent = (first: number, token: string) => {
    const args = [agentFolder, `http://127.0.0.1:${port}`, String(first), token, String(mostWaiting)]
    const process_ = fork(child, args, { env: { ...process.env, ...clock.environment } })
    process_.on('message', (said: { closed?: number; at?: number }) => {
      if (said.closed !== undefined) closed.set(said.closed, said.at ?? 0)
    })
    const ended = once(process_, 'exit')
    return {
      process: process_,
      async kill() {
        // One that has nothing left to send may end by itself.
        if (process_.exitCode) wrong.push(`the agent ended by itself with ${process_.exitCode}`)
        process_.kill('SIGKILL')
        await ended
      },
    }
  }
  const closedMore = (by: number): Promise<number> => {
    const wanted = closed.size + by
    return eventually(
      async () => closed.size,
      (now) => now >= wanted,
    )
  }

  let agent: ReturnType<typeof startAgent> | undefined
  try {
    let ready = start()
    const token = await sensorToken(await ready)
    agent = startAgent(1, token)
    for (let turn = 0; turn < kills; turn++) {
      await closedMore(1 + (turn % 7))
      await sleep(Math.random() * 300)
      if (turn % 3 !== 1) {
        await agent.kill()
        killed.ofAgent++
        agent = startAgent((turn + 1) * 1000, token)
        continue
      }
      await (await ready).stop('SIGKILL')
      killed.ofServer++
      if (killed.ofServer === 1) {
        const away = closedMore(1)
        agent.process.send(5)
        await away
        late = closed.size
        clock.move([agent], day)
        const later = closedMore(1)
        agent.process.send(5)
        await later
      }
      // The next kill may find it starting.
      ready = start()
    }
    const product = await ready
    await agent.kill()
    agent = startAgent(0, token)
    await eventually(
      async () => readdirSync(join(agentFolder, 'spool')).length,
      (files) => files === 0,
    )
    await agent.kill()
    const aside = readdirSync(join(agentFolder, 'aside'))
    if (aside.length > 0) wrong.push(`set aside: ${aside.join(', ')}`)
    await waitUntilIdle(product)
    const code = await product.stop()
    if (code !== 0) wrong.push(`the clean end came with code ${code}: ${product.output().slice(-1000)}`)
    const stored = await storedBySource(product.dataFolder)
    for (const [source, { times, ids }] of stored)
      if (times !== 1 || ids !== 1) wrong.push(`${source}: ${times} rows of ${ids} sessions`)
    for (const [number, at] of closed) {
      const found = stored.get(sourceSaying(number))
      if (!found) wrong.push(`number ${number} was closed and is not stored`)
      // Clocks are corrected by what a busy machine delays, and by no day.
      else if (Math.abs(found.first - at) > day / 24)
        wrong.push(`number ${number} is stored ${found.first - at} ms from its time`)
    }
    return {
      kills: killed,
      closed: closed.size,
      late,
      sessions: stored.size,
      slowestStart: Math.round(slowestStart),
      wrong,
    }
  } finally {
    await agent?.kill()
    await last?.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    if (wrong.length === 0) last?.remove()
  }
}

/** Of a new sensor of the server's first workspace. */
async function sensorToken(product: Product): Promise<string> {
  const install = await call(product, '/api/workspace/sensors/installs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const [once] = /nfi_[\w-]{43}/.exec(String(install.body['command'])) ?? []
  const enrolled = await call(product, '/api/sensor/enroll', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(once ?? '')),
  })
  const { sensor_token: token } = enrolled.body
  if (typeof token !== 'string') throw new Error(`not enrolled: ${JSON.stringify(enrolled.body)}`)
  return token
}
