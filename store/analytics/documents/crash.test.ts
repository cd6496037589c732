import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDocuments } from '../ips/get.ts'
import { type LaunchedEngine, launchEngine } from '../launch/launch.ts'
import { silent } from '../../log.ts'
import { migrate } from '../migrations/all.ts'
import { type Analytics, openAnalytics } from '../open.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { noTagging } from '../sessions/tagging.ts'
import { refreshDocuments } from './refresh.ts'

let dir: string
let engine: LaunchedEngine
let analytics: Analytics

async function start(): Promise<void> {
  engine = await launchEngine({ dir, log: silent, databases: ['crash'] })
  analytics = openAnalytics({ launched: engine, database: 'crash' })
}

/** The engine's process is the child of ours that has its folder among its arguments. */
async function killEngine(): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const parent = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (words.includes(dir) && parent.split(') ')[1]?.split(' ')[1] === String(process.pid))
      process.kill(Number(pid), 'SIGKILL')
  }
  await engine.exited
  await analytics.close()
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'crash-'))
  await start()
  await analytics.migrator.command('CREATE DATABASE IF NOT EXISTS {db} ENGINE = Atomic')
  await migrate(analytics)
})
afterAll(async () => {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
})

const unit = (token: string, from: string) => ({
  token,
  sessions: [exampleSession({ from })],
  tagging: noTagging,
})

it('an address marked before a kill -9 gets its document after the restart, and a retry counts once', async () => {
  const first = unit('first', '203.0.113.1')
  await insertSessions(analytics, first)
  await killEngine()
  await start()
  await insertSessions(analytics, first)
  expect(await refreshDocuments(analytics, { now: exampleNow })).toMatchObject({ addresses: 1 })
  expect((await getDocuments(analytics, ['203.0.113.1']))[0]?.sensor_hits).toBe(1)
})

it('a unit cut short by kill -9 is whole and single after its retry', async () => {
  for (let round = 0; round < 3; round++) {
    const from = `203.0.113.${10 + round}`
    const sessions = Array.from({ length: 2000 }, () => exampleSession({ from }))
    const cut = insertSessions(analytics, { token: `cut-${round}`, sessions }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 30))
    await killEngine()
    await cut
    await start()
    await insertSessions(analytics, { token: `cut-${round}`, sessions })
    await refreshDocuments(analytics, { now: exampleNow })
    expect((await getDocuments(analytics, [from]))[0]?.sensor_hits).toBe(2000)
  }
})
