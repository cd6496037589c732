import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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
async function lookUp({ url, key, addresses, forMs }: LookingUp): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (address: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(new URL(`/v3/ip/${address}`, url), { headers: { key }, agent }, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode)),
      ).on('error', reject)
    })
  const waits: number[] = []
  const until = performance.now() + forMs
  for (let at = 0; performance.now() < until; at += 1) {
    const began = performance.now()
    const status = await ask(addressAt((at * 7919) % addresses, addresses))
    if (status !== 200) throw new Error(`A look-up was answered ${status}.`)
    waits.push(performance.now() - began)
    await sleep(50)
  }
  agent.destroy()
  return waits
}

process.once('message', (of: LookingUp) => {
  void lookUp(of).then((waits) => process.send?.(waits, () => process.disconnect()))
})
// Whoever began it is gone.
process.on('disconnect', () => process.exit())
