import { setTimeout as sleep } from 'node:timers/promises'
import { upload } from '#tests/product/captures.ts'
import type { Product } from '#tests/product/start.ts'
import { batchOf } from '../freshness/trickle.ts'

/** What goes on at once; each part runs until `signal` ends. */
export interface Counts {
  sessions: number
  /** Uploads that were told to come later. */
  refused: number
  answers: number
  /** Answers other than 200, by status. */
  otherAnswers: Map<number, number>
  exports: number
  exportedBytes: number
  /** Bytes of the last export that came to its end: how large the documents are. */
  lastExportBytes: number
  /** Captures whose kind was changed: their days are derived anew. */
  kinds: number
}

export const noCounts = (): Counts => ({
  sessions: 0,
  refused: 0,
  answers: 0,
  otherAnswers: new Map(),
  exports: 0,
  exportedBytes: 0,
  lastExportBytes: 0,
  kinds: 0,
})

interface Load {
  product: Pick<Product, 'url' | 'key'>
  counts: Counts
  signal: AbortSignal
}

const perUpload = 200

/** Uploads of 200 sessions, so many a second as make `rate`. @returns ids of captures through `onCapture` */
export async function intake(
  { product, counts, signal }: Load,
  { rate, addresses, onCapture }: { rate: number; addresses: number; onCapture: (id: string) => void },
): Promise<void> {
  const began = performance.now()
  for (let at = 0; !signal.aborted; at += 1) {
    // Addresses that come again with what is known of them: memory that grows is not the documents'.
    const { bytes } = batchOf(at, { sessions: perUpload, addresses, published: true, repeating: true })
    const { status, body } = await upload(product, bytes, 'publish=true')
    if (status === 200) {
      counts.sessions += perUpload
      onCapture(String(body['id']))
    } else counts.refused += 1
    await sleep(Math.max(0, began + ((at + 1) * 1000 * perUpload) / rate - performance.now()))
  }
}

const queries = [
  'last_seen:1d',
  'classification:malicious tags:mirai',
  'metadata.country:Australia raw_data.scan.port:22',
  'raw_data.http.path:"/admin*"',
  '-tags:mirai last_seen:7d',
  'metadata.asn:AS64500',
]

/** Who asks one query after the other, a second of thought between two. */
export async function asker({ product, counts, signal }: Load, number: number): Promise<void> {
  await sleep(number * 20)
  for (let at = number; !signal.aborted; at += 1) {
    const query = encodeURIComponent(queries[at % queries.length] ?? '*')
    const answer = await fetch(new URL(`/v3/gnql?size=50&query=${query}`, product.url), {
      headers: { key: product.key },
    })
    await answer.arrayBuffer()
    if (answer.status === 200) counts.answers += 1
    else counts.otherAnswers.set(answer.status, (counts.otherAnswers.get(answer.status) ?? 0) + 1)
    await sleep(1000)
  }
}

/** One export of everything after the other. */
export async function exporting({ product, counts, signal }: Load): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(new URL('/api/ip/query?query=*&export_format=ndjson', product.url), {
      headers: { key: product.key },
      signal,
    })
    let bytes = 0
    for await (const chunk of answer.body ?? []) bytes += chunk.length
    counts.exportedBytes += bytes
    counts.lastExportBytes = bytes
    counts.exports += 1
    await sleep(5000, undefined, { signal })
  }
}

/** Every ten seconds another capture turns out to be of a network in use: its days are tagged and derived anew. */
export async function changingKinds({ product, counts, signal }: Load, captures: string[]): Promise<void> {
  for (let kind = 'network'; !signal.aborted;) {
    await sleep(10_000, undefined, { signal })
    const id = captures.shift()
    if (id === undefined) continue
    const answer = await fetch(new URL(`/api/captures/${id}`, product.url), {
      method: 'PATCH',
      headers: { key: product.key, 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    })
    await answer.arrayBuffer()
    if (answer.ok) counts.kinds += 1
  }
}
