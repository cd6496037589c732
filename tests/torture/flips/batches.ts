import { call, captureOf, upload, webVisit } from '../../product/captures.ts'
import type { Product } from '../../product/start.ts'

/** A capture that is sent: its number gives it a source, a name and a size of its own. */
export interface Batch {
  number: number
  source: string
  name: string
  sessions: number
  content: Uint8Array
  /** Id of the capture, once it was acknowledged. */
  capture: string
}

const day = 86_400_000

export function batchOf(number: number, base: number): Batch {
  const source = `198.18.77.${number + 1}`
  const sessions = 3 + (number % 10) * 4
  const visits = Array.from({ length: sessions }, (_, at) =>
    webVisit(source, { uri: `/batch/${number}` }, base - (at % 3) * day - at),
  )
  return {
    number,
    source,
    name: `batch-${number}`,
    sessions,
    content: captureOf(visits, `flips ${number}`),
    capture: '',
  }
}

/** Sends a capture. @returns what is wrong with the answer; null when it was acknowledged */
export async function send(product: Product, batch: Batch): Promise<string | null> {
  const { number, name, sessions, content } = batch
  const { status, body } = await upload(product, content, `batch_id=flips-${number}&name=${name}`)
  if (status !== 200 || body.sessions !== sessions) return `${name}: ${status} ${JSON.stringify(body)}`
  batch.capture = String(body.id)
  return null
}

/** Addresses a search answers, in its order. */
export async function searched(product: Product): Promise<string[]> {
  const { body } = await call(product, '/v3/gnql?query=198.18.77.0/24&size=1000')
  return ((body.data ?? []) as { ip: string }[]).map(({ ip }) => ip)
}
