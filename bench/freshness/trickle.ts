import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '#demo/exchange.ts'
import { random } from '#demo/random.ts'
import { syn } from '#demo/speak/syn.ts'
import { captureOf, upload, webVisit } from '#tests/product/captures.ts'
import type { Product } from '#tests/product/start.ts'
import { json, usagesOf } from '../measure/product.ts'
import { addressAt } from './fill.ts'

export interface Trickle {
  /** Uploads, one a second. */
  uploads: number
  /** Sessions in each: half from addresses that are known, half from new ones. */
  sessions: number
  /** How many addresses the store knows. */
  addresses: number
  published: boolean
  /** An address that is known comes with the same facts each time, as a scanner of one port does; else its document grows with each visit. */
  repeating: boolean
  /** Whether to look for each upload; asking costs processor time of its own. */
  asking: boolean
}

export interface Trickled {
  /** Milliseconds from each acknowledgement until its document was found; empty when not asked for. */
  waits: number[]
  /** Processor seconds of server and engine a second. */
  cores: number
}

/** Feeds a product steadily and asks for one fact of each upload until it is found. */
export async function trickle(product: Product, shape: Trickle): Promise<Trickled> {
  const before = usagesOf(product)
  const began = performance.now()
  const asked: Promise<number>[] = []
  let last = Promise.resolve(0)
  for (let at = 0; at < shape.uploads; at++) {
    const { bytes, source, path } = batchOf(at, shape)
    const { status, body } = await upload(product, bytes, `publish=${shape.published}`)
    if (status !== 200 || body.sessions !== shape.sessions) throw new Error(JSON.stringify(body))
    const acknowledged = performance.now()
    // One asker, the oldest upload first: many at once would be the load they measure under.
    if (shape.asking) {
      last = last.then(() => foundAfter(product, source, path, acknowledged))
      asked.push(last)
    }
    await sleep(Math.max(0, began + (at + 1) * 1000 - performance.now()))
  }
  const after = usagesOf(product)
  const seconds = (performance.now() - began) / 1000
  const cpu = after.server.cpu - before.server.cpu + after.engine.cpu - before.engine.cpu
  return { waits: (await Promise.all(asked)).sort((a, b) => a - b), cores: cpu / seconds }
}

/** The capture of one upload, with a source and a path that stand nowhere else. */
export function batchOf(
  at: number,
  { sessions, addresses, published, repeating }: Omit<Trickle, 'uploads' | 'asking'>,
) {
  const now = Date.now()
  const drawn = random(`freshness:${now}`)
  const anyone = (): number => drawn.int(0, addresses - 1)
  /** Session `number` is one of every `sessions`th address, where addresses repeat themselves. */
  const known = (number: number): string => {
    const someone = anyone()
    if (!repeating) return addressAt(someone, addresses)
    return addressAt(Math.min(someone - (someone % sessions) + number, addresses - 1), addresses)
  }
  const source = addressAt(anyone(), addresses)
  const path = `/fresh-${at}-${now}`
  const exchanges = Array.from({ length: sessions }, (_, number): Exchange => {
    const from = number === 0 ? source : number % 2 ? fresh(at, number, published) : known(number)
    const visit = webVisit(
      from,
      { uri: number === 0 ? path : `/${number}`, userAgent: 'bench/1' },
      now - 5000 + number,
    )
    const sourcePort = 10_000 + number
    if (number % 4 === 0) return { ...visit, sourcePort }
    return {
      ...visit,
      sourcePort,
      destinationPort: 1 + number,
      play: { kind: 'tcp', outcome: 'none', syn: syn.linux, turns: [] },
    }
  })
  return { bytes: captureOf(exchanges, path), source, path }
}

/** Beyond what `fill` makes. */
const fresh = (at: number, number: number, published: boolean): string =>
  `${published ? 210 : 211}.${at % 256}.${number >> 8}.${number & 255}`

async function foundAfter(product: Product, source: string, path: string, began: number): Promise<number> {
  const query = encodeURIComponent(`ip:${source} raw_data.http.path:"${path}"`)
  for (;;) {
    const { request_metadata } = await json<{ request_metadata: { count: number } }>(
      product,
      `/v3/gnql?size=1&query=${query}`,
    )
    if (request_metadata.count > 0) return performance.now() - began
    if (performance.now() - began > 60_000)
      throw new Error(`${source} ${path} was not found within a minute.`)
    await sleep(150)
  }
}
