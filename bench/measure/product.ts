import { request } from 'node:http'
import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '#tests/product/start.ts'
import { childOf, type Usage, usageOf } from './process.ts'

/** The two processes of a running product. */
export interface Usages {
  server: Usage
  engine: Usage
}

export function usagesOf({ process }: Product): Usages {
  const server = process.pid ?? 0
  const engine = childOf(server, 'launch/child.ts')
  if (engine === null) throw new Error('The product has no engine of its own.')
  return { server: usageOf(server), engine: usageOf(engine) }
}

/** Sends a file as the body of an upload; resolves with the receipt. */
export function uploadFile(product: Product, path: string, query: string): Promise<{ sessions: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(`/api/ingest/captures?${query}`, product.url),
      { method: 'POST', headers: { key: product.key } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (answer.statusCode === 200) resolve(JSON.parse(text) as { sessions: number })
          else reject(new Error(`The upload was answered ${answer.statusCode}: ${text}`))
        })
      },
    )
    sent.on('error', reject)
    createReadStream(path, { highWaterMark: 1 << 20 }).pipe(sent)
  })
}

export async function json<T>(product: Product, path: string): Promise<T> {
  const answer = await fetch(new URL(path, product.url), { headers: { key: product.key } })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Sessions accepted and not yet stored, and stored since the start. */
export async function drained(product: Product): Promise<{ waiting: number; stored: number }> {
  const { ingest } = await json<{ ingest: { waiting_sessions: number; stored_sessions: number } }>(
    product,
    '/readyz',
  )
  return { waiting: ingest.waiting_sessions, stored: ingest.stored_sessions }
}

/** How many addresses have a document. */
export const documents = async (product: Product): Promise<number> =>
  (await json<{ request_metadata: { count: number } }>(product, '/v3/gnql?query=*&size=1')).request_metadata
    .count

/** Asks every `intervalMs` milliseconds until `holds`. */
export async function until(holds: () => Promise<boolean>, intervalMs: number): Promise<void> {
  while (!(await holds())) await sleep(intervalMs)
}

/**
 * Until what the product does in the background takes less than a tenth of a core; three minutes at most.
 * @throws Error where its log tells of a failure: what fails and is tried again would be measured, too (mustBeWell says so of what came later)
 */
export async function idle(product: Product): Promise<void> {
  const used = (): number => {
    const { server, engine } = usagesOf(product)
    return server.cpu + engine.cpu
  }
  for (let calm = 0, second = 0; calm < 3 && second < 180; second += 1) {
    const before = used()
    await sleep(1000)
    calm = used() - before < 0.1 ? calm + 1 : 0
  }
  mustBeWell(product)
}

/** @throws Error where the log tells of a failure since the product was ready: what a start mends is over by then */
export function mustBeWell(product: Product): void {
  const running = product.output().split('is ready at').at(-1) ?? ''
  const failure = /^\{"level":[56]0.*$/m.exec(running)?.[0]
  if (failure !== undefined) throw new Error(`Something fails in the product: ${failure}`)
}
