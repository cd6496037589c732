import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { AnalysisTotals, IgnoredText } from '#model/analysis.ts'

/**
 * What came of an analysis, as it lies in a file: one line of JSON, then the addresses in ascending order (four numbers each), how often
 * each stood in the text, and the line where it first did; numbers little-endian. Of CVEs the line holds all.
 */
export interface AnalysisResult {
  totals: AnalysisTotals
  /** The first of what was not taken. */
  ignored: IgnoredText[]
  cves: ListedCve[]
  /** In memory that threads share, so that it is handed to the index without a copy. */
  keys: Uint32Array
  times: Uint32Array
  lines: Uint32Array
}

export interface ListedCve {
  id: string
  times: number
  line: number
}

const count = z.number().int().nonnegative()
const header = z.object({
  count,
  sum: count,
  totals: z.object({
    submitted: count,
    unique: count,
    // Files of servers before it was counted have none.
    duplicates: count.default(0),
    reserved: count,
    ignored: count,
    blocks: count,
  }),
  ignored: z.array(z.object({ line: count, column: count, text: z.string(), reason: z.string() })),
  cves: z.array(z.object({ id: z.string(), times: count, line: count })),
})

/** Numbers of an address, its times and its line. */
const perAddress = 6
const maxHeader = 64 * 2 ** 20

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** Chunks of the file. */
export async function* writeResult({
  keys,
  times,
  lines,
  ...rest
}: AnalysisResult): AsyncGenerator<Uint8Array> {
  const parts = [keys, times, lines].map(bytesOf)
  const sum = parts.reduce((known, part) => crc32(part, known), 0)
  yield Buffer.from(`${JSON.stringify({ ...rest, count: times.length, sum })}\n`)
  yield* parts
}

/** @throws Error for a file that is not what was written */
export async function readResult(path: string): Promise<AnalysisResult> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const first = await lineAtStart(file, Math.min(size, maxHeader))
    const { count: addresses, sum, ...rest } = header.parse(JSON.parse(first.toString()))
    const start = first.length + 1
    const bytes = new Uint8Array(new SharedArrayBuffer(addresses * perAddress * 4))
    if (size !== start + bytes.length) throw new Error('The result of an analysis has another length.')
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw new Error('The result of an analysis was cut.')
      at += bytesRead
    }
    if (crc32(bytes) !== sum) throw new Error('The result of an analysis is damaged.')
    const numbers = new Uint32Array(bytes.buffer)
    return {
      ...rest,
      keys: numbers.subarray(0, 4 * addresses),
      times: numbers.subarray(4 * addresses, 5 * addresses),
      lines: numbers.subarray(5 * addresses),
    }
  } finally {
    await file.close()
  }
}

async function lineAtStart(file: Awaited<ReturnType<typeof open>>, max: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let at = 0; at < max;) {
    const part = Buffer.alloc(Math.min(65_536, max - at))
    const { bytesRead } = await file.read(part, 0, part.length, at)
    if (bytesRead === 0) break
    const end = part.subarray(0, bytesRead).indexOf(10)
    if (end >= 0) return Buffer.concat([...parts, part.subarray(0, end)])
    parts.push(part.subarray(0, bytesRead))
    at += bytesRead
  }
  throw new Error('The result of an analysis has no end of its first line.')
}
