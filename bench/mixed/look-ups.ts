import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '#tests/product/start.ts'

export interface Waits {
  asked: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Asks for one address after the other, twenty a second, until `signal` ends. */
export async function lookingUp(
  product: Product,
  pathAt: (at: number) => string,
  signal: AbortSignal,
): Promise<Waits> {
  const waits: number[] = []
  for (let at = 0; !signal.aborted; at += 1) {
    const began = performance.now()
    const answer = await fetch(new URL(pathAt(at), product.url), { headers: { key: product.key } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`A look-up was answered ${answer.status}.`)
    waits.push(performance.now() - began)
    await sleep(50)
  }
  waits.sort((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
  return { asked: waits.length, p50: at(0.5), p99: at(0.99) }
}
