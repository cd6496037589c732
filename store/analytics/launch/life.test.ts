import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openAnalytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { launchEngine } from './launch.ts'
import { type Log, silent } from '../../log.ts'
import { superviseEngine } from './supervise.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'engine-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Running, as opposed to gone or dead and not yet fetched by its parent. */
const isAlive = (pid: number): boolean => {
  try {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    return process.kill(pid, 0) && !stdout.trim().startsWith('Z')
  } catch {
    return false
  }
}

const rows = defineQuery({
  name: 'rows',
  params: z.object({}),
  row: z.object({ n: count }),
  sql: 'SELECT count() AS n FROM {db}.t',
})

test('data outlives a stop and a start, which brings new secrets', async () => {
  const first = await launchEngine({ dir, log: silent })
  const before = openAnalytics({ launched: first })
  await before.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  await before.migrator.command('CREATE TABLE {db}.t (a UInt8) ENGINE = {E:MergeTree} ORDER BY a')
  await before.app.insert('{db}.t', [{ a: 1 }, { a: 2 }])
  await before.close()
  await first.stop()
  await first.stop()
  // By its own end: force would have come later, and would be SIGKILL.
  expect(await first.exited).toMatchObject({ wished: true, signal: null })

  const second = await launchEngine({ dir, log: silent })
  const after = openAnalytics({ launched: second })
  expect(await after.app.run(rows, {})).toEqual([{ n: 2 }])
  expect(second.header.value).not.toBe(first.header.value)
  expect(second.users.app.password).not.toBe(first.users.app.password)
  await after.close()
  await second.stop()
})

test('a damaged file of a mutation that is done does not keep the engine from starting', async () => {
  const first = await launchEngine({ dir, log: silent })
  const before = openAnalytics({ launched: first })
  await before.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  await before.migrator.command('CREATE TABLE {db}.t (a UInt8) ENGINE = {E:MergeTree} ORDER BY a')
  await before.app.insert('{db}.t', [{ a: 1 }, { a: 2 }])
  await before.migrator.command('ALTER TABLE {db}.t DELETE WHERE a = 2 SETTINGS mutations_sync = 2')
  await before.close()
  await first.stop()
  const folder = join(dir, 'data', 'data', 'noisefloor', 't')
  const name = (await readdir(folder)).find((file) => file.startsWith('mutation_')) ?? ''
  const text = await readFile(join(folder, name), 'latin1')
  await writeFile(join(folder, name), text.replace('commands', 'commandz'), 'latin1')
  const said: object[] = []
  const log: Log = { ...silent, error: (fields) => void said.push(fields) }
  const second = await launchEngine({ dir, log })
  const after = openAnalytics({ launched: second })
  expect(await after.app.run(rows, {})).toEqual([{ n: 1 }])
  expect(said).toEqual([{ aside: [`t ${name}`] }])
  await after.migrator.command('ALTER TABLE {db}.t DELETE WHERE a = 1 SETTINGS mutations_sync = 2')
  expect(await after.app.run(rows, {})).toEqual([{ n: 0 }])
  await after.close()
  await second.stop()
})

test('a parent that is killed takes the engine with it, and the next start works at once', async () => {
  const script = `import { launchEngine } from ${JSON.stringify(new URL('./launch.ts', import.meta.url).href)}
    import { silent } from ${JSON.stringify(new URL('../../log.ts', import.meta.url).href)}
    const engine = await launchEngine({ dir: process.argv[1], log: silent })
    console.log(engine.pid)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  const child = Number(line)
  expect(isAlive(child)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  const engine = await launchEngine({ dir, log: silent })
  for (let waited = 0; isAlive(child) && waited < 60_000; waited += 20) await sleep(20)
  expect(isAlive(child)).toBe(false)
  await engine.stop()
})

test('an engine that falls says so and is started again; queries then go to the new one', async () => {
  const said: string[] = []
  const log: Log = { ...silent, error: (_, message) => said.push(message) }
  const engine = await superviseEngine({ dir, log })
  const analytics = openAnalytics({ launched: engine.current })
  await analytics.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  await analytics.migrator.command('CREATE TABLE {db}.t (a UInt8) ENGINE = {E:MergeTree} ORDER BY a')
  await analytics.app.insert('{db}.t', [{ a: 1 }])

  const fallen = engine.current()
  process.kill(fallen?.pid ?? 0, 'SIGKILL')
  expect(await fallen?.exited).toMatchObject({ wished: false })
  await expect(analytics.app.run(rows, {})).rejects.toMatchObject({ code: 'busy' })
  while (!engine.current()) await sleep(20)
  expect(engine.current()).not.toBe(fallen)
  expect(said).toEqual(['the analytics engine fell and is started again'])
  expect(engine.restarts()).toBe(1)
  expect(await analytics.app.run(rows, {})).toEqual([{ n: 1 }])
  await analytics.close()
  await engine.stop()
  expect(engine.current()).toBe(null)
})

test('whoever answers on a port taken meanwhile is not mistaken for our engine', async () => {
  const impostor = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', () => socket.destroy())
  })
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  const address = impostor.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  const ports = [taken]
  const engine = await launchEngine({ dir, log: silent, choosePort: async (free) => ports.shift() ?? free() })
  expect(engine.url).not.toContain(`:${taken}`)
  await engine.stop()
  await new Promise((resolve) => impostor.close(resolve))
})
