import { describe, expect, it } from 'vitest'
import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import { pcapHeader, pcapRecord } from '../build/pcap.ts'
import { udp } from '../build/transport.ts'
import { dissect } from '../dissect.ts'
import { limits } from '../limits.ts'

/** `count` conversations of one datagram each, `step` ms apart, as a stream that is never whole in memory. */
async function* datagrams(count: number, step: number): AsyncGenerator<Uint8Array> {
  yield pcapHeader()
  for (let i = 0; i < count;) {
    const chunk: Uint8Array[] = []
    for (const end = Math.min(count, i + 1000); i < end; i++) {
      const source = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
      const datagram = udp({ sourcePort: 1, destinationPort: 9 })
      chunk.push(pcapRecord(i * step, ethernet(ip({ source, destination: '203.0.113.9' }, datagram))))
    }
    yield Buffer.concat(chunk)
  }
}

describe('open conversations', () => {
  it('that are silent are finished once there are many, not before', async () => {
    const count = limits.quietFlows + 5000
    const early: number[] = []
    let done = 0
    const report = await dissect(
      datagrams(count, 10),
      (batch) => {
        done += batch.length
      },
      { batchSize: 100, onProgress: ({ packets, sessions }) => early.push(packets - sessions) },
    )
    expect(done).toBe(count)
    expect(report.sessions).toBe(count)
    // The last call comes after the end.
    expect(Math.max(...early)).toBeLessThanOrEqual(limits.quietFlows + 1100)
    expect(report.skipped).toEqual([])
  })

  it('are never more than limits.openFlows; what is closed early is counted', async () => {
    const report = await dissect(datagrams(limits.openFlows + 100, 0), () => {})
    expect(report.sessions).toBe(limits.openFlows + 100)
    expect(report.skipped).toMatchObject([{ reason: 'early-close', count: 100 }])
  })
})
