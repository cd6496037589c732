import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { numberIn } from '../testing/batches.ts'
import { startProduct, wanted } from '../testing/product.ts'

const child = fileURLToPath(new URL('../testing/spooling-child.ts', import.meta.url))
const kills = 8

test(`killed ${kills} times while it writes and sends: what was closed arrives, under one id`, async () => {
  const path = await mkdtemp(join(tmpdir(), 'noisefloor-kill-'))
  const product = await startProduct(wanted())
  const closed: number[] = []
  const start = (first: number) => {
    const running = fork(child, [path, product.url, String(first)])
    running.on('message', (said: { closed?: number }) => said.closed && closed.push(said.closed))
    // One that has nothing left to send may end by itself before it is killed.
    const ended = once(running, 'exit')
    return async (): Promise<void> => {
      running.kill('SIGKILL')
      await ended
    }
  }
  try {
    for (let turn = 1; turn <= kills; turn++) {
      // Some answers are lost, too.
      product.manners.push('well', 'taken')
      const kill = start(turn * 1000)
      const wantedNow = closed.length + 1 + (turn % 7)
      await expect.poll(() => closed.length, { interval: turn % 5 }).toBeGreaterThanOrEqual(wantedNow)
      await kill()
    }
    const killLast = start(0)
    await expect.poll(async () => (await readdir(join(path, 'spool'))).length, { interval: 20 }).toBe(0)
    await killLast()
    const arrived = product.captures().map(numberIn)
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(closed.filter((number) => !arrived.includes(number))).toEqual([])
    expect(closed.length).toBeGreaterThan(kills)
    expect(await readdir(join(path, 'aside'))).toEqual([])
  } finally {
    await product.close()
    await rm(path, { recursive: true, force: true })
  }
})
