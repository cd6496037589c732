import { expect, it } from 'vitest'
import { pcapHeader, pcapRecord } from '../build/pcap.ts'
import { dissect } from '../dissect.ts'
import { limits } from '../limits.ts'
import { connection } from '../testing/exchange.ts'

const request = `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n\r\n`
const asked = request.repeat(20)
/** What the flows' books say of one connection: the target stands as URI and as path. */
const booked = 2 * 60_000 * 20

/** `count` connections that stay open to the end of the capture. */
async function* talkative(count: number): AsyncGenerator<Uint8Array> {
  yield pcapHeader()
  const frames = connection(asked, '', { segment: 60_000 }).slice(0, -3)
  for (let i = 0; i < count; i++) {
    yield Buffer.concat(
      frames.map(({ at, frame }) => {
        // Another end for each: only the port changes, checksums are not asked.
        const own = Buffer.from(frame)
        const port = own.readUInt16BE(34) === 80 ? 36 : 34
        own.writeUInt16BE(1000 + i, port)
        return pcapRecord(at, own)
      }),
    )
  }
}

it('open conversations keep no more than limits.keptBytes together, and are handed over before a batch is full', async () => {
  const count = Math.ceil((1.2 * limits.keptBytes) / booked)
  const batches: number[] = []
  const report = await dissect(talkative(count), (batch) => void batches.push(batch.length))
  expect(batches.reduce((sum, length) => sum + length, 0)).toBe(count)
  expect(Math.max(...batches) * booked).toBeLessThan(2 * limits.batchBytes)
  expect(report.skipped).toMatchObject([{ reason: 'early-close' }])
})

it('connections that follow each other on the same ports share the bound of one', async () => {
  async function* again(): AsyncGenerator<Uint8Array> {
    yield pcapHeader()
    for (let i = 0; i < 5; i++) {
      const frames = connection(asked, '', { sourceIsn: 1 + i * 10_000_000, segment: 60_000 })
      yield Buffer.concat(frames.map(({ at, frame }) => pcapRecord(at, frame)))
    }
  }
  const found: { requestCount: number; requests: unknown[] }[] = []
  await dissect(again(), (batch) => void found.push(...batch.flatMap(({ http }) => http ?? [])))
  expect(found).toMatchObject([{ requestCount: 100 }])
  expect(found[0]!.requests.length * 2 * 60_000).toBeLessThan(limits.httpKept + booked)
})
