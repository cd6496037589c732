import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime } from '#server/run/runtime.ts'
import { childOf, usageOf } from '../measure/process.ts'
import { intoSpool } from './deliver.ts'
import { from, type MakeBatch } from './sessions.ts'

const batchSize = 100

/** Batches of a hundred at a steady rate; in one a second stands an address that nobody has seen, which is waited for. */
export async function steadily(
  { deps: { spool, memoryIndex } }: Runtime,
  make: MakeBatch,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<void> {
  const deliver = intoSpool(spool)
  const perSecond = rate / batchSize
  const waits: Promise<number>[] = []
  const engine = childOf(process.pid, 'launch/child.ts')
  if (engine === null) throw new Error('There is no engine.')
  const [before, theirs] = [process.cpuUsage(), usageOf(engine).cpu]
  const began = performance.now()
  for (let at = 0; at < seconds * perSecond; at += 1) {
    const id = `steady:${at}`
    const batch = make(id, batchSize)
    const second = Math.floor(at / perSecond)
    const isFirst = at % perSecond < 1
    const ip = `203.0.113.${second % 250}`
    if (isFirst) batch[0] = from(batch[0], ip)
    await deliver(id, batch)
    if (isFirst) waits.push(foundAfter(memoryIndex, ip))
    await sleep(Math.max(0, began + ((at + 1) * 1000) / perSecond - performance.now()))
  }
  const found = (await Promise.all(waits)).sort((a, b) => a - b)
  const { user, system } = process.cpuUsage(before)
  const lasted = (performance.now() - began) / 1000
  console.log(
    `${rate} sessions/s for ${seconds} s: found after ${(found[found.length >> 1] ?? 0).toFixed(0)} ms, at worst ${(found.at(-1) ?? 0).toFixed(0)} ms; ${((user + system) / 1e6 / lasted).toFixed(2)} of a core in this process, ${((usageOf(engine).cpu - theirs) / lasted).toFixed(2)} in the engine`,
  )
}

async function foundAfter(memoryIndex: Runtime['deps']['memoryIndex'], ip: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (memoryIndex.record(ip)) return performance.now() - began
    if (performance.now() - began > 60_000) throw new Error(`${ip} was not found within a minute.`)
    await sleep(20)
  }
}
