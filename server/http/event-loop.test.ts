import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { measureProcess } from './event-loop.ts'

const readAll = async (registry: Registry): Promise<Map<string, number>> =>
  new Map(
    [...(await registry.metrics()).matchAll(/^noisefloor_nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm)].map(
      ([, name = '', value]) => [name, Number(value)],
    ),
  )

test('once it is stopped nobody looks', async () => {
  const registry = new Registry()
  measureProcess(registry)()
  const held = performance.now()
  while (performance.now() - held < 200);
  await new Promise((go) => setTimeout(go, 100))
  expect((await readAll(registry)).get('max')).toBeLessThan(0.1)
})

test('how late the event loop was is told without the time between two looks, and anew after it was asked', async () => {
  const registry = new Registry()
  onTestFinished(measureProcess(registry))
  await new Promise((go) => setTimeout(go, 1200))
  await readAll(registry)
  // The first look after it was asked begins anew.
  await new Promise((go) => setTimeout(go, 1200))
  const held = performance.now()
  while (performance.now() - held < 2500);
  await new Promise((go) => setTimeout(go, 100))
  const late = await readAll(registry)
  expect([...late.keys()]).toEqual(['p50', 'p99', 'max'])
  expect(late.get('max')).toBeGreaterThan(0.9)
  // On a busy machine more than once.
  const isCalm = async (): Promise<boolean> => {
    await new Promise((go) => setTimeout(go, 1200))
    const { p50 = 1, max = 1 } = Object.fromEntries(await readAll(registry))
    return p50 < 0.15 && max < 0.9
  }
  await expect.poll(isCalm, { timeout: 240_000 }).toBe(true)
})
