import { setTimeout as sleep } from 'node:timers/promises'
import { startProduct } from '#tests/product/start.ts'
import { documents, drained, until, uploadFile, usagesOf } from '../measure/product.ts'
import type { BenchCapture } from './capture.ts'

/** How one capture went through a fresh product. Seconds since the upload began, memory in bytes. */
export interface Passage {
  bytes: number
  sessions: number
  acknowledged: number
  stored: number
  searchable: number
  /** Processor seconds of the server and the engine until all was searchable. */
  serverCpu: number
  engineCpu: number
  serverPeak: number
  serverIdle: number
  enginePeak: number
  /** Milliseconds /healthz took meanwhile. */
  health: { p50: number; p99: number; worst: number }
}

/** Sends the capture into a product of its own and waits until every session is stored and every address has its document. */
export async function measurePassage({ path, bytes, sources }: BenchCapture): Promise<Passage> {
  const product = await startProduct({ environment: { LOG_LEVEL: 'warn' } })
  try {
    const before = usagesOf(product)
    const waits: number[] = []
    const over = new AbortController()
    const watch = (async () => {
      while (!over.signal.aborted) {
        const asked = performance.now()
        await (await fetch(new URL('/healthz', product.url))).text()
        waits.push(performance.now() - asked)
        await sleep(40)
      }
    })()
    const began = performance.now()
    const since = (): number => (performance.now() - began) / 1000
    const { sessions } = await uploadFile(product, path, 'name=bench')
    const acknowledged = since()
    await until(async () => (await drained(product)).waiting === 0, 200)
    const stored = since()
    await until(async () => (await documents(product)) >= sources, 200)
    const searchable = since()
    over.abort()
    await watch
    const after = usagesOf(product)
    const count = (await drained(product)).stored
    if (count !== sessions) throw new Error(`${sessions} sessions were accepted, ${count} stored.`)
    waits.sort((a, b) => a - b)
    const at = (share: number): number =>
      waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
    return {
      bytes,
      sessions,
      acknowledged,
      stored,
      searchable,
      serverCpu: after.server.cpu - before.server.cpu,
      engineCpu: after.engine.cpu - before.engine.cpu,
      serverPeak: after.server.peak,
      serverIdle: before.server.resident,
      enginePeak: after.engine.peak,
      health: { p50: at(0.5), p99: at(0.99), worst: at(1) },
    }
  } finally {
    await product.stop()
    product.remove()
  }
}
