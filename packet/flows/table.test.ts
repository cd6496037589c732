import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import { pcap, pcapHeader, pcapRecord } from '../build/pcap.ts'
import { tcp, udp } from '../build/transport.ts'
import { dissect } from '../dissect.ts'
import { limits } from '../limits.ts'
import { dissected } from '../testing/dissected.ts'

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

/** Packets that differ from each other in one thing at a time: the address of an end, its port, the transport, the direction, the version of IP (each address begins with the bytes of its namesake). */
const packet = fc.record({
  isSix: fc.boolean(),
  isTcp: fc.boolean(),
  hosts: fc.constantFrom([1, 2], [2, 1], [1, 3], [3, 1], [1, 1]),
  ports: fc.constantFrom([5, 6], [6, 5], [5, 7], [5, 5]),
})

type Drawn = typeof packet extends fc.Arbitrary<infer T> ? T : never

/** Both ends in the order of their names, as nobody has to be quick here. */
const named = ({ isSix, isTcp, hosts, ports }: Drawn): string =>
  [isSix, isTcp, ...[`${hosts[0]} ${ports[0]}`, `${hosts[1]} ${ports[1]}`].sort()].join()

describe('open conversations', () => {
  it('have the packets of their ends and ports, whoever sent them and whatever came between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(packet, { minLength: 1, maxLength: 30 }), async (packets) => {
        const frames = packets.map(({ isSix, isTcp, hosts, ports }, at) => {
          const [source = '', destination = ''] = hosts.map((host) =>
            isSix ? `c000:20${host}::` : `192.0.2.${host}`,
          )
          const [sourcePort = 0, destinationPort = 0] = ports
          const segment = isTcp
            ? tcp({ sourcePort, destinationPort, sequence: at, flags: 'A' })
            : udp({ sourcePort, destinationPort })
          return { at, frame: ethernet(ip({ source, destination }, segment)) }
        })
        const expected = Map.groupBy(packets, named)
        const { conversations } = await dissected(pcap(frames))
        expect(conversations.map(({ source, destination }) => source.packets + destination.packets)).toEqual(
          [...expected.values()].map(({ length }) => length),
        )
      }),
      { numRuns: 300 },
    )
  })

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
