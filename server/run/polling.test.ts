import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPolling } from '#model/polling.ts'
import { silent } from '#store/log.ts'
import { settingsIn } from '#tests/product/settings.ts'
import { serve } from './serve.ts'
import { pollingOf } from './stores.ts'

test('a server looks for work as its polling says, and tells it of requests that may change something', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-polling-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const usual = openPolling()
  const seen = { notes: 0, pauses: 0, watches: 0 }
  const polling: typeof usual = {
    note: () => void (seen.notes += 1),
    after: (...of) => {
      seen.pauses += 1
      return usual.after(...of)
    },
    every: (...of) => {
      seen.watches += 1
      return usual.every(...of)
    },
  }
  const { runtime, server, local } = await serve(await settingsIn(dataFolder), {
    log: silent,
    clock: Date.now,
    say: () => undefined,
    polling,
  })
  // Jobs that found nothing, and the folder of reference data.
  await expect.poll(() => seen.pauses).toBeGreaterThan(5)
  expect(seen.watches).toBe(1)
  // No job has anything to do here; what begins with a start is over.
  await expect.poll(() => runtime.jobs.status().every(({ state }) => state === 'waiting')).toBe(true)
  const ask = async (method: string): Promise<number> => {
    const before = seen.notes
    await (await fetch(new URL('/v3/ip', local), { method })).arrayBuffer()
    return seen.notes - before
  }
  await expect.poll(() => ask('GET')).toBe(0)
  // At the first time: a job that did something would be heard of as well, sooner or later.
  expect(await ask('POST')).toBeGreaterThan(0)
  server.closeAllConnections()
  server.close()
  await runtime.close()
})

test('where several servers may share the stores none is idle', () => {
  const [databaseUrl, clickhouseUrl] = ['postgresql://db', 'http://engine']
  vi.useFakeTimers()
  try {
    const looks = [
      { databaseUrl, clickhouseUrl },
      { databaseUrl, clickhouseUrl: undefined },
      { databaseUrl: undefined, clickhouseUrl: undefined },
    ].map((settings) => {
      const look = vi.fn()
      pollingOf(settings).every(1000, look)
      return look
    })
    vi.advanceTimersByTime(100_000)
    for (const look of looks) look.mockClear()
    vi.advanceTimersByTime(100_000)
    expect(looks.map(({ mock }) => mock.calls.length > 50)).toEqual([true, false, false])
  } finally {
    vi.useRealTimers()
  }
})
