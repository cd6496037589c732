import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { cast, exchangesOf } from '#demo/month.ts'
import { random } from '#demo/random.ts'
import { capture } from '#demo/wire/capture.ts'

const dayMs = 86_400_000
/** What one day of a cast of a quarter of the demo's size comes to, about. */
const castScale = 0.25
const sliceBytes = 1_000_000
const pcapHeader = 24

export interface BenchCapture {
  path: string
  bytes: number
  /** Different addresses that begin a conversation: as many documents must come of it. */
  sources: number
}

/**
 * Writes a pcap of about `bytes` bytes, played by the simulator slice by slice: each slice has a cast of its own, so
 * that addresses grow with the size and memory does not: a larger capture is a busier network, not a longer watch. Equal
 * arguments give equal bytes; the last packet comes shortly before `end` (milliseconds since 1970 UTC).
 */
export async function writeCapture(
  path: string,
  { bytes, end, days }: { bytes: number; end: number; days: number },
): Promise<BenchCapture> {
  const spanMs = days * dayMs
  const slices = Math.max(1, Math.round(bytes / sliceBytes))
  const sources = new Set<string>()
  const file = createWriteStream(path)
  let written = 0
  for (let slice = 0; slice < slices; slice++) {
    const seed = `bench:${slice}`
    const from = end - spanMs + (slice * spanMs) / slices
    const exchanges = exchangesOf(cast(seed, castScale), 10, 0).map((exchange) => ({
      ...exchange,
      at: Math.floor(from + exchange.at / slices / (dayMs / spanMs)),
    }))
    for (const { source } of exchanges) sources.add(source)
    let header = pcapHeader
    for (const chunk of capture(exchanges, random(seed))) {
      const piece = written === 0 ? chunk : chunk.subarray(header)
      header = 0
      written += piece.length
      if (!file.write(piece)) await once(file, 'drain')
    }
  }
  file.end()
  await once(file, 'close')
  return { path, bytes: written, sources: sources.size }
}
