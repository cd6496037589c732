import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { addressAt } from '../freshness/fill.ts'

/** What one who looks up is given; all of it is milliseconds, addresses or where to ask. */
export interface LookingUp {
  url: string
  key: string
  /** How many the store knows. */
  addresses: number
  forMs: number
}

/** Asks for one address after the other, twenty a second, and tells at the end how long each answer took. */
const { url, key, addresses, forMs } = workerData as LookingUp
const waits: number[] = []
const until = performance.now() + forMs
for (let at = 0; performance.now() < until; at += 1) {
  const began = performance.now()
  const path = `/v3/ip/${addressAt((at * 7919) % addresses, addresses)}`
  const answer = await fetch(new URL(path, url), { headers: { key } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`A look-up was answered ${answer.status}.`)
  waits.push(performance.now() - began)
  await sleep(50)
}
parentPort?.postMessage(waits, [])
