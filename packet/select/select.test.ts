import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ethernet } from '../build/ethernet.ts'
import { ipv4 } from '../build/ip.ts'
import { pcap, type TimedFrame } from '../build/pcap.ts'
import { pcapng } from '../build/pcapng.ts'
import { sealed, udp } from '../build/transport.ts'
import { dissected } from '../testing/dissected.ts'
import { assorted, client, connection, server, start } from '../testing/exchange.ts'
import { conversationsOf, selectedOf } from './testing.ts'

/** Conversations of four sources, packet by packet in between each other. */
const capture = pcap(
  [
    ...[40_000, 40_001, 40_002].flatMap((sourcePort, index) =>
      connection(`GET /${sourcePort} HTTP/1.1\r\n\r\n`, 'HTTP/1.1 200 OK\r\n\r\n', {
        sourcePort,
        at: start + index / 3,
      }),
    ),
    ...connection('GET / HTTP/1.1\r\n\r\n', '', { source: '2001:db8::7', destination: '2001:db8::9' }),
    ...assorted(),
  ].sort((a, b) => a.at - b.at),
)

test('whatever is chosen of a capture is what the file of it says, and nothing else, at every cut of what is read', async () => {
  const { conversations } = await dissected(capture)
  expect(conversations.length).toBeGreaterThan(5)
  await fc.assert(
    fc.asyncProperty(fc.subarray(conversations), fc.integer({ min: 1, max: 500 }), async (chosen, size) => {
      const { file, packets } = await selectedOf(capture, chosen, { size })
      expect(await conversationsOf(file)).toEqual(chosen)
      const counted = chosen.map(({ source, destination }) => source.packets + destination.packets)
      expect(packets).toBe(counted.reduce((sum, one) => sum + one, 0))
    }),
    { numRuns: 50 },
  )
})

test('fragments of a datagram come with it', async () => {
  const ends = { source: client, destination: server, id: 7 }
  const whole = sealed(
    udp({ sourcePort: 5000, destinationPort: 53, payload: 'x'.repeat(100) }),
    client,
    server,
  )
  const part = (from: number, to: number) =>
    ethernet(ipv4(ends, 17, whole.subarray(from, to), { offset: from, more: to < whole.length }))
  const frames: TimedFrame[] = [part(0, 48), part(48, 96), part(96, 108)].map((frame, index) => ({
    at: start + index,
    frame,
  }))
  // The first of another datagram with the same number, hours before.
  const abandoned = { at: start - 18_000_000, frame: part(0, 48) }
  const others = connection('a', 'b', { source: '198.51.100.8' })
  const fragmented = pcap([abandoned, ...frames, ...others])
  const { conversations } = await dissected(fragmented)
  const datagrams = conversations.filter(({ transport }) => transport === 'udp')
  expect(datagrams).toHaveLength(1)
  const { file, packets } = await selectedOf(fragmented, datagrams)
  expect(packets).toBe(3)
  expect(await conversationsOf(file)).toEqual(datagrams)
})

test('what was moved to another time stays there, and any format and byte order will do', async () => {
  const frames = connection('GET / HTTP/1.1\r\n\r\n', 'ok')
  const shiftMs = 86_400_000
  for (const file of [pcap(frames), pcapng(frames), pcapng(frames, { byteOrder: 'big', digits: 9 })]) {
    const { conversations } = await dissected(file, undefined, { shiftMs })
    const selected = await selectedOf(file, conversations, { shiftMs })
    expect(await conversationsOf(selected.file)).toEqual(conversations)
  }
})

test('a capture that is cut short or damaged gives what can be read', async () => {
  const { conversations } = await dissected(capture)
  for (let end = 24; end < capture.length; end += 97) {
    const cut = capture.subarray(0, end)
    const { file } = await selectedOf(cut, conversations)
    expect(await conversationsOf(file)).toEqual((await dissected(cut)).conversations)
  }
})

test('a conversation that is not there leaves a file without packets', async () => {
  const { conversations } = await dissected(pcap(connection('a', 'b', { source: '198.51.100.99' })))
  const { file, packets } = await selectedOf(capture, conversations)
  expect(packets).toBe(0)
  expect((await dissected(file)).report).toMatchObject({ format: 'pcapng', packets: 0, skipped: [] })
})
