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
    return running
  }
  try {
    for (let turn = 1; turn <= kills; turn++) {
      // Some answers are lost, too.
      product.manners.push('well', 'taken')
      const running = start(turn * 1000)
      const wantedNow = closed.length + 1 + (turn % 7)
      await expect.poll(() => closed.length, { interval: turn % 5 }).toBeGreaterThanOrEqual(wantedNow)
      running.kill('SIGKILL')
      await once(running, 'exit')
    }
    const last = start(0)
    await expect.poll(async () => (await readdir(join(path, 'spool'))).length, { interval: 20 }).toBe(0)
    last.kill('SIGKILL')
    await once(last, 'exit')
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
