import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ethernet } from './build/ethernet.ts'
import { ip } from './build/ip.ts'
import { pcap } from './build/pcap.ts'
import { pcapng } from './build/pcapng.ts'
import { tcp } from './build/transport.ts'
import { dissect } from './dissect.ts'
import { limits } from './limits.ts'
import { captureSpan } from './span.ts'
import { chunked, dissected } from './testing/dissected.ts'
import { assorted, client, connection, server, start } from './testing/exchange.ts'

describe('dissect', () => {
  it('counts every request of a long keep-alive connection, and keeps a bounded number of them', async () => {
    const asked = 40_000
    const request = 'POST /long HTTP/1.1\r\nHost: keep.alive.test\r\nContent-Length: 2\r\n\r\nok'
    const response = 'HTTP/1.1 204 No Content\r\n\r\n'
    expect(asked * request.length).toBeGreaterThan(2 * limits.streamBytes)
    const frames = connection(request.repeat(asked), response.repeat(asked), { segment: 1400 })
    const { conversations } = await dissected(pcap(frames))
    expect(conversations).toHaveLength(1)
    const http = conversations[0]?.http
    expect(http?.requestCount).toBe(asked)
    expect(http?.requests).toHaveLength(limits.httpRequests)
    expect(http?.statusCodes).toHaveLength(limits.httpRequests)
  })

  it('tells who opened a connection, what each end sent and how the handshake went', async () => {
    const frames = connection('x'.repeat(1500), 'y'.repeat(300))
    const { conversations, report } = await dissected(pcap(frames))
    expect(conversations).toHaveLength(1)
    const [one] = conversations
    expect(one).toMatchObject({
      firstPacket: start,
      lastPacket: start + frames.length - 1,
      transport: 'tcp',
      ipProtocol: 6,
      source: { ip: client, port: 40_000, packets: 6 },
      destination: { ip: server, port: 80, packets: 3 },
      ttl: 64,
      ipId: 0,
      tcp: {
        flags: { syn: 1, synAck: 1, ack: 2, psh: 3, rst: 0, fin: 2, urg: 0 },
        handshake: true,
        initRtt: 2,
        sequence: 1000,
        window: 65_535,
        options: '2-4-1-3',
        sequenceIsDestination: false,
      },
    })
    expect(one!.source.bytes + one!.destination.bytes).toBe(
      frames.reduce((sum, f) => sum + f.frame.length, 0),
    )
    expect(Buffer.from(one!.sourcePayload).toString()).toBe('x'.repeat(1024))
    expect(Buffer.from(one!.destinationPayload).toString()).toBe('y'.repeat(300))
    expect(report).toMatchObject({ packets: frames.length, sessions: 1, skipped: [], truncated: false })
  })

  it('takes the receiver of a SYN-ACK for the source when the SYN was not captured', async () => {
    const { conversations } = await dissected(pcap(connection('a', 'b').slice(1)))
    expect(conversations[0]).toMatchObject({
      source: { ip: client, packets: 4 },
      destination: { ip: server },
    })
  })

  it('takes the first sender for the source of a connection caught in the middle', async () => {
    const { conversations } = await dissected(pcap(connection('ab', 'cd', { midStream: true })))
    expect(conversations[0]).toMatchObject({
      source: { ip: client },
      tcp: { handshake: false, initRtt: null },
    })
    expect(Buffer.from(conversations[0]!.destinationPayload).toString()).toBe('cd')
  })

  it('keeps connections that follow each other on the same ports in one conversation, facts of both', async () => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`
    const frames = [
      ...connection(get('/1'), 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      ...connection(get('/2'), 'HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n', {
        sourceIsn: 77,
        at: start + 60_000,
      }),
    ]
    const { conversations } = await dissected(pcap(frames))
    expect(conversations).toHaveLength(1)
    expect(conversations[0]!.http?.requests.map((request) => request.uri)).toEqual(['/1', '/2'])
    expect(conversations[0]!.http?.statusCodes).toEqual([200, 404])
  })

  it('reads the same conversation when packets overtake each other', async () => {
    const body = Array.from({ length: 400 }, (_, i) => String(i)).join(' ')
    const request = `POST /form HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const frames = connection(request, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', { segment: 37 })
    const [expected] = (await dissected(pcap(frames))).conversations
    expect(expected!.http).toMatchObject({ requestCount: 1, requests: [{ bodyBytes: body.length }] })
    for (let turn = 1; turn < 8; turn++) {
      // Behind the SYN every run of eight is rotated; times stay where they were.
      const shuffled = frames.map(({ at }, i) => {
        const from = 1 + Math.floor((i - 1) / 8) * 8
        const run = Math.min(8, frames.length - from)
        return { at, frame: i === 0 ? frames[0]!.frame : frames[from + ((i - from + turn) % run)]!.frame }
      })
      const { conversations } = await dissected(pcap(shuffled))
      expect(conversations).toHaveLength(1)
      const { source, destination, http, sourcePayload } = conversations[0]!
      expect({ source, destination, http, sourcePayload }).toEqual({
        source: expected!.source,
        destination: expected!.destination,
        http: expected!.http,
        sourcePayload: expected!.sourcePayload,
      })
    }
  })

  it("knows masscan's and Mirai's marks in the first segment", async () => {
    const sequence = 0xcb007109 // 203.0.113.9
    const mirai = ip({ source: client, destination: server, id: 1 }, syn(sequence, 23))
    const id = (0xcb007109 ^ 443 ^ 5) & 0xffff
    const masscan = ip({ source: client, destination: server, id }, syn(5, 443))
    const { conversations } = await dissected(
      pcap([mirai, masscan].map((packet) => ({ at: start, frame: ethernet(packet) }))),
    )
    const marks = conversations.map(({ tcp }) => [tcp?.sequenceIsDestination, tcp?.masscanId])
    expect(marks).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('hands over batches, reports progress and shifts times', async () => {
    const frames = Array.from({ length: 25 }, (_, i) => ({
      at: start,
      frame: ethernet(ip(ends, syn(i, i + 1))),
    }))
    const sizes: number[] = []
    let seen = 0
    const report = await dissect(chunked(pcap(frames)), (batch) => void sizes.push(batch.length), {
      batchSize: 10,
      shiftMs: 1000,
      onProgress: (progress) => (seen = progress.sessions),
    })
    expect(sizes).toEqual([10, 10, 5])
    expect(seen).toBe(25)
    expect(report.firstPacket).toBe(start + 1000)
  })

  it('stops when it is told to', async () => {
    const work = dissect(chunked(pcap(assorted())), () => {}, { signal: AbortSignal.abort() })
    await expect(work).rejects.toThrow(/abort/i)
  })

  it.each([
    ['nothing', new Uint8Array(0)],
    ['three bytes', Uint8Array.of(0xa1, 0xb2, 0xc3)],
    ['text', Buffer.from('hello, world')],
    ['text in gzip', gzipSync('hello, world')],
  ])('refuses %s as unreadable-capture', async (_name, bytes) => {
    await expect(dissected(bytes)).rejects.toMatchObject({ code: 'unreadable-capture' })
    await expect(captureSpan(chunked(bytes))).rejects.toMatchObject({ code: 'unreadable-capture' })
  })

  it.each([
    ['text', Buffer.from('hello, world, and more of it')],
    ['text in gzip', gzipSync('hello, world, and more of it')],
  ])('reads no more of what it refuses, and ends it: %s', async (_name, bytes) => {
    let isOver = false
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield* chunked(bytes, 20)
        yield await new Promise<Uint8Array>(() => {})
      } finally {
        isOver = true
      }
    }
    await expect(captureSpan(source())).rejects.toMatchObject({ code: 'unreadable-capture' })
    expect(isOver).toBe(true)
  })
})

describe('the same frames', () => {
  const frames = assorted()
  const plain = pcap(frames)
  const zstd = (bytes: Uint8Array) => zstdCompressSync(bytes)
  const half = plain.length >> 1
  it.each([
    ['big-endian', pcap(frames, { byteOrder: 'big' })],
    ['nanoseconds', pcap(frames, { nanoseconds: true })],
    ['big-endian nanoseconds', pcap(frames, { nanoseconds: true, byteOrder: 'big' })],
    ['gzip', gzipSync(plain)],
    [
      'gzip in two members',
      Buffer.concat([gzipSync(plain.subarray(0, half)), gzipSync(plain.subarray(half))]),
    ],
    ['zstd', zstd(plain)],
    ['zstd in two frames', Buffer.concat([zstd(plain.subarray(0, half)), zstd(plain.subarray(half))])],
    ['pcapng', pcapng(frames)],
    ['big-endian pcapng', pcapng(frames, { byteOrder: 'big' })],
    ['pcapng in nanoseconds', pcapng(frames, { digits: 9 })],
    [
      'two sections of other byte orders',
      Buffer.concat([pcapng(frames.slice(0, 9)), pcapng(frames.slice(9), { byteOrder: 'big' })]),
    ],
  ])('give the same conversations as %s, whole or byte by byte', async (_name, bytes) => {
    const expected = await dissected(plain)
    expect(expected.conversations).toHaveLength(4)
    for (const size of [65_536, 1]) {
      const got = await dissected(bytes, size)
      expect(got.conversations).toEqual(expected.conversations)
      expect(got.report.skipped).toEqual([])
      expect(got.report.truncated).toBe(false)
    }
    const { packets, firstPacket, lastPacket } = expected.report
    expect(await captureSpan(chunked(bytes))).toEqual({ packets, firstPacket, lastPacket })
  })
})

const ends = { source: client, destination: server }
const syn = (sequence: number, destinationPort: number) =>
  tcp({ sourcePort: 1234, destinationPort, sequence, flags: 'S' })
